import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyRows, execute, RowsSource } from '@safety/persistence';
import { ofOpen } from '../work-history/people-at-places.js';
import { rememberRemoved, wasRemoved } from '../work-history/removed-records.js';
import { EmergencyContact } from './emergency-contact.entity.js';

@Injectable()
export class EmergencyContactRows extends CompanyRows<EmergencyContact> {
  constructor(source: RowsSource) {
    super(source, EmergencyContact, {
      what: 'emergency contact',
      visible: (company) => ofOpen(company, 'personnelId'),
      defaultSort: { key: 'priority', descending: false },
      search: [],
      person: 'personnelId',
      sensitive: ['details', 'externalId'],
      written: rememberRemoved(source, 'emergency_contacts'),
      unique: {
        emergency_contacts_priority_key: { properties: ['personnelId', 'priority'], members: ['priority'] },
      },
    });
  }

  /** The contacts of one person, the first to be called first. */
  async of({ companyId }: CompanyContext, personnelId: string): Promise<EmergencyContact[]> {
    const { client } = this.source.transactions.current(companyId);
    const text = `SELECT ${this.table.selectList} FROM emergency_contacts
      WHERE company_id = $1 AND personnel_id = $2 ORDER BY priority`;
    return (await execute<EmergencyContact>(client, text, [companyId, personnelId])).rows;
  }

  /** Whether a person had a contact that is removed. */
  wasRemoved(company: CompanyContext, personnelId: string, id: string): Promise<boolean> {
    return wasRemoved(this.transaction(company), this.resource, { id, personnelId });
  }
}
