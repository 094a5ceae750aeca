import { Injectable } from '@nestjs/common';
import type { CompanyState } from '@safety/contracts';
import { SuspendedCompanies } from '../clients/suspended-companies.js';
import { MailLanguages } from '../people/mail/mail-languages.js';
import { SessionLimits } from '../sessions/session-limits.js';

/**
 * A company says how long its users may stay signed in, in which language they are written to, and whether it
 * is suspended.
 */
@Injectable()
export class CompanyStates {
  constructor(
    private readonly limits: SessionLimits,
    private readonly suspended: SuspendedCompanies,
    private readonly languages: MailLanguages,
  ) {}

  async keep(company: CompanyState): Promise<void> {
    await this.suspended.keep(company);
    await this.languages.keep(company);
    // Last: its version tells whether the state is known.
    await this.limits.keep(company);
  }
}
