import { Injectable } from '@nestjs/common';
import { companyChanged } from '@safety/contracts';
import { type CompanyActor, CompanyRows, messageOf, RowsSource } from '@safety/persistence';
import { Administration } from '../administration/administration.js';
import { Company } from './company.entity.js';

@Injectable()
export class CompanySettingsRows extends CompanyRows<Company, CompanyActor> {
  constructor(source: RowsSource, administration: Administration) {
    super(source, Company, {
      what: 'company',
      visible: 'to everyone',
      defaultSort: { key: 'name', descending: false },
      search: ['name'],
      message: messageOf(companyChanged, (company) => company),
      // The settings travel with every membership.
      written: (company) => administration.forgetMemberships(company),
    });
  }

  /** Ends the seat of a default approver: it does not come back with an invitation. */
  async withdrawApprover(company: CompanyActor, userId: string): Promise<void> {
    const row = await this.lock(company, company.companyId);
    const defaultApproverUserIds = row.defaultApproverUserIds.filter((id) => id !== userId);
    if (defaultApproverUserIds.length === row.defaultApproverUserIds.length) return;
    await this.update(company, row, { defaultApproverUserIds }, 'changed');
  }
}
