import { Injectable } from '@nestjs/common';
import { approvingPermissions, type CompanyContext, type SaveCompanySettings } from '@safety/contracts';
import { CompanyTransactions, namedRows, referenceFaults } from '@safety/persistence';
import { type Change, refuseFaults } from '@safety/platform';
import { Administration } from '../administration/administration.js';
import { Giving } from '../administration/giving.js';
import { CompanyUserRows } from '../users/company-users.rows.js';
import type { Company } from './company.entity.js';
import { CompanySettingsRows } from './company.rows.js';
import { timeZoneFaults } from './time-zone-faults.js';

@Injectable()
export class CompanyService {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly rows: CompanySettingsRows,
    private readonly users: CompanyUserRows,
    private readonly administration: Administration,
    private readonly giving: Giving,
  ) {}

  get(company: CompanyContext): Promise<Company> {
    return this.rows.get(company, company.companyId);
  }

  async change(company: CompanyContext, change: Change<SaveCompanySettings>): Promise<Company> {
    await this.administration.takeTurns(company);
    return this.rows.change(company, company.companyId, change, {
      values: async (settings, current) => {
        const { client } = this.transactions.current(company.companyId);
        // An older row may have it in another case.
        if (settings.timeZone.toLowerCase() !== current.timeZone.toLowerCase())
          refuseFaults(await timeZoneFaults(client, settings.timeZone));
        await this.checkApprovers(company, settings.defaultApproverUserIds, current);
        return settings;
      },
    });
  }

  /**
   * An approver who is named already stays, whatever has become of the user or the caller. Throws 422 for
   * another who is no user of the company or has left, and 403 for a caller who may not approve everywhere:
   * naming somebody gives them that.
   */
  private async checkApprovers(company: CompanyContext, ids: string[], current: Company): Promise<void> {
    const known = new Set(current.defaultApproverUserIds);
    const named = namedRows({ defaultApproverUserIds: ids }).filter(({ id }) => !known.has(id));
    const archived = await this.users.archivedById(
      company,
      named.map(({ id }) => id),
    );
    refuseFaults(referenceFaults('user', named, archived));
    if (named.length > 0) await this.giving.checkEverywhere(company, approvingPermissions);
  }
}
