import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, InitialHistory } from '@safety/contracts';
import { CompanyRows, execute, RowsSource } from '@safety/persistence';
import { ofReadable } from '../personnel/people-at-places.js';
import { DueHistory } from './due-history.js';
import { WorkHistory } from './work-history.entity.js';

@Injectable()
export class WorkHistoryService extends CompanyRows<WorkHistory> {
  constructor(
    source: RowsSource,
    private readonly due: DueHistory,
  ) {
    super(source, WorkHistory, {
      what: 'work history record',
      // A record is seen with its person, wherever it lies: a person brings the past along.
      visible: (company) => ofReadable(company, 'personnelId'),
      defaultSort: { key: 'effectiveDate', descending: true },
      search: [],
      references: { work_history_line_manager_fkey: 'initialHistory/lineManagerId' },
    });
  }

  /** The record that a person begins with; one after `today` waits for its day. */
  async begin(
    company: CompanyContext,
    person: { id: string; hireDate: string },
    first: InitialHistory,
    today: string,
  ): Promise<void> {
    const { id: personnelId, hireDate: effectiveDate } = person;
    await this.add(company, { ...first, personnelId, effectiveDate });
    if (effectiveDate > today) await this.due.add(company, personnelId, effectiveDate);
  }

  /** The errors of a hire date after the first record of the person. */
  async hireDateFaults(
    company: CompanyContext,
    personnelId: string,
    hireDate: string,
  ): Promise<FieldError[]> {
    const { client } = this.transaction(company);
    // count is read: the person is locked, and records are added with the person alone
    const text =
      'SELECT min(effective_date) AS first FROM work_history WHERE company_id = $1 AND personnel_id = $2';
    const { rows } = await execute<{ first: string | null }>(client, text, [company.companyId, personnelId]);
    const first = rows[0]?.first;
    if (!first || hireDate <= first) return [];
    return [{ pointer: '/hireDate', code: 'out-of-range', detail: `The work history begins on ${first}.` }];
  }
}
