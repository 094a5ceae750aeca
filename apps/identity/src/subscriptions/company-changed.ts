import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type CompanyState, companyChanged } from '@safety/contracts';
import { SuspendedCompanies } from '../clients/suspended-companies.js';
import { SessionLimits } from '../sessions/session-limits.js';

/** A company says how long its users may stay signed in, and whether it is suspended. */
@Controller()
export class CompanyChangedSubscription {
  constructor(
    private readonly limits: SessionLimits,
    private readonly suspended: SuspendedCompanies,
  ) {}

  @OnMessage(companyChanged)
  async keep(@Payload() company: CompanyState): Promise<void> {
    await this.limits.keep(company);
    await this.suspended.keep(company);
  }
}
