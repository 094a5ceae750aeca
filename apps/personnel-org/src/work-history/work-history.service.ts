import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, InitialHistory } from '@safety/contracts';
import { CompanyRows, execute, RowsSource } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
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
    await this.await(company, await this.add(company, { ...first, personnelId, effectiveDate }), today);
  }

  /** Throws 409 `history-date-exists` when the person, who is locked, has a record of the date. */
  async refuseDate({ companyId }: CompanyContext, personnelId: string, date: string): Promise<void> {
    const { client } = this.source.transactions.current(companyId);
    const text =
      'SELECT id FROM work_history WHERE company_id = $1 AND personnel_id = $2 AND effective_date = $3';
    const { rows } = await execute<{ id: string }>(client, text, [companyId, personnelId, date]);
    if (!rows[0]) return;
    throw new ProblemError('history-date-exists', {
      detail: `A work history record begins on ${date} already.`,
      errors: [{ pointer: '/effectiveDate', code: 'duplicate', detail: 'Is in use already.' }],
      extensions: { conflictingId: rows[0].id },
    });
  }

  /** Throws 409 `last-history-record` when the person, who is locked, has no other record. */
  async refuseLast({ companyId }: CompanyContext, { personnelId, id }: WorkHistory): Promise<void> {
    const { client } = this.source.transactions.current(companyId);
    const text = 'SELECT FROM work_history WHERE company_id = $1 AND personnel_id = $2 AND id <> $3 LIMIT 1';
    const { rowCount } = await execute(client, text, [companyId, personnelId, id]);
    if (rowCount === 0)
      throw new ProblemError('last-history-record', { detail: 'A person keeps one work history record.' });
  }

  /** The date of the record in force, of a person who has one. */
  async inForceSince(
    { companyId }: CompanyContext,
    personnelId: string,
    today: string,
  ): Promise<string | null> {
    const { client } = this.source.transactions.current(companyId);
    const text = `SELECT effective_date AS date FROM work_history
      WHERE company_id = $1 AND personnel_id = $2 AND effective_date <= $3 ORDER BY effective_date DESC LIMIT 1`;
    const { rows } = await execute<{ date: string }>(client, text, [companyId, personnelId, today]);
    return rows[0]?.date ?? null;
  }

  /** Lets a record that was written wait for its day, if that is to come, and for no other. */
  async await(
    company: CompanyContext,
    after: WorkHistory,
    today: string,
    before?: WorkHistory,
  ): Promise<void> {
    const { personnelId, effectiveDate } = after;
    if (effectiveDate <= today && (before === undefined || before.effectiveDate <= today)) return;
    // A record that was moved has taken what waits for it along.
    if (before) await this.due.drop(company, personnelId, effectiveDate);
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
