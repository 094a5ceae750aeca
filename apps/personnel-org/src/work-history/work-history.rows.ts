import { Injectable } from '@nestjs/common';
import type { ChangeOperation, CompanyContext, InitialHistory } from '@safety/contracts';
import { type CompanyActor, CompanyRows, execute, RowsSource } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { DueHistory } from './due-history.js';
import { ofReadable } from './people-at-places.js';
import { rememberRemoved } from './removed-records.js';
import type { Leaving } from './termination-dates.js';
import { WorkHistory } from './work-history.entity.js';

interface Employed {
  id: string;
  terminationDate: string | null;
}

/** Of somebody of whom no record has begun. */
export const NEVER_LEFT: Leaving = { leftOn: null, hasReturned: false };

@Injectable()
export class WorkHistoryRows extends CompanyRows<WorkHistory> {
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
      person: 'personnelId',
      written: rememberRemoved(source, 'work_history'),
      references: { work_history_line_manager_fkey: 'lineManagerId' },
    });
  }

  /**
   * The record that a person begins with, `initialHistory` of the body; one after `today` waits for its day.
   */
  async begin(
    company: CompanyContext,
    person: { id: string; hireDate: string },
    first: InitialHistory,
    today: string,
  ): Promise<void> {
    const { id: personnelId, hireDate: effectiveDate } = person;
    const added = this.add(company, { ...first, personnelId, effectiveDate });
    await this.await(company, await added.catch(refusedBelow('/initialHistory')), today);
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

  /** The records of a person in the order of dates. */
  async dated({ companyId }: CompanyActor, personnelId: string): Promise<WorkHistory[]> {
    const { client } = this.source.transactions.current(companyId);
    const text = `SELECT ${this.table.selectList} FROM work_history
      WHERE company_id = $1 AND personnel_id = $2 ORDER BY effective_date`;
    return (await execute<WorkHistory>(client, text, [companyId, personnelId])).rows;
  }

  /** Lets a record begin on another date, with the hire date of the person. */
  moveTo(company: CompanyContext, record: WorkHistory, effectiveDate: string): Promise<WorkHistory> {
    return this.update(company, record, { effectiveDate }, 'changed');
  }

  /** A record that moves to another date takes what waits for it along. */
  protected override update(
    company: CompanyContext,
    record: WorkHistory,
    values: Partial<WorkHistory>,
    operation: ChangeOperation,
  ): Promise<WorkHistory> {
    const write = () => super.update(company, record, values, operation);
    const { effectiveDate = record.effectiveDate } = values;
    return effectiveDate === record.effectiveDate
      ? write()
      : this.due.takeAlong(company, record, effectiveDate, write);
  }

  /** How the records tell today whether a person has left. */
  async leaving(company: CompanyActor, person: Employed, today: string): Promise<Leaving> {
    return (await this.leavings(company, [person], today)).get(person.id) ?? NEVER_LEFT;
  }

  /** The same of many, by their ids; nobody of whom no record has begun is among them. */
  async leavings(
    { companyId }: CompanyActor,
    people: readonly Employed[],
    today: string,
  ): Promise<Map<string, Leaving>> {
    const { client } = this.source.transactions.current(companyId);
    // count is read: the first date of some, of people who are locked
    const text = `SELECT p.id, coalesce(worked.last > p.left_on, false) AS "hasReturned",
        min(h.effective_date) FILTER (WHERE h.effective_date > coalesce(worked.last, '-infinity')) AS "leftOn"
      FROM unnest($2::uuid[], $3::date[]) AS p(id, left_on)
      CROSS JOIN LATERAL (
        SELECT max(w.effective_date) AS last FROM work_history AS w
        WHERE w.company_id = $1 AND w.personnel_id = p.id AND w.effective_date <= $4
          AND w.employment_status <> 'terminated'
      ) AS worked
      JOIN work_history AS h ON h.company_id = $1 AND h.personnel_id = p.id AND h.effective_date <= $4
      GROUP BY p.id, p.left_on, worked.last`;
    const [ids, dates] = [people.map(({ id }) => id), people.map(({ terminationDate }) => terminationDate)];
    const { rows } = await execute<Leaving & { id: string }>(client, text, [companyId, ids, dates, today]);
    return new Map(rows.map(({ id, ...leaving }) => [id, leaving]));
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
}

/** Throws a refusal of a row again, with pointers to the member of the body that holds the row. */
const refusedBelow =
  (member: string) =>
  (error: unknown): never => {
    if (!(error instanceof ProblemError)) throw error;
    const { errors = [], ...options } = error.options;
    throw new ProblemError(error.code, {
      ...options,
      errors: errors.map((fault) => ({ ...fault, pointer: `${member}${fault.pointer}` })),
    });
  };
