import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  derivedMembers,
  type PersonnelState,
  personnelChanged,
  sensitiveMembers,
} from '@safety/contracts';
import {
  type CompanyActor,
  CompanyRows,
  execute,
  MODIFIED_NOW,
  messageOf,
  RowsSource,
  rowsById,
  systemActor,
} from '@safety/persistence';
import { notFound } from '@safety/platform';
import { ofReadable } from '../work-history/people-at-places.js';
import { Person } from './person.entity.js';
import type { PersonToday } from './person-today.entity.js';
import { PersonnelToday } from './personnel-today.js';
import { type Work, workingSince, workOf } from './working-since.js';

/** The series of the numbers that people get, such as P-000123. */
export const NUMBERS = 'P';

/**
 * Locks a person whom other rows may name meanwhile, by a foreign key. Else records of two people that name
 * each other as line managers would wait for each other.
 */
const NAMED_MEANWHILE = 'FOR NO KEY UPDATE';

/** So many are written by one statement, well within its time. */
const WRITTEN_BY_STATEMENT = 1_000;

/** A person as the work history had it before, and the date of termination that follows from it now. */
interface Following {
  was: PersonToday;
  terminationDate: string | null;
}

/** Writing people. Each write publishes the person as of today, as the transaction leaves them. */
@Injectable()
export class PersonnelRecords extends CompanyRows<Person> {
  constructor(
    source: RowsSource,
    private readonly today: PersonnelToday,
  ) {
    super(source, Person, {
      what: 'person',
      visible: (company) => ofReadable(company, 'id'),
      defaultSort: { key: 'lastName', descending: false },
      search: [],
      sensitive: sensitiveMembers,
      message: messageOf(
        personnelChanged,
        async (person) => {
          const [state] = await this.states([person]);
          if (!state) throw new Error('A person who was written has a state');
          return state;
        },
        (people) => this.states(people),
      ),
      unique: {
        personnel_number_key: { properties: ['personnelNumber'], ignoresCase: true },
        personnel_email_key: { properties: ['email'], ignoresCase: true, activeOnly: true },
        personnel_user_key: { properties: ['userId'], activeOnly: true },
      },
    });
  }

  private async states(people: readonly Person[]): Promise<PersonnelState[]> {
    const [companyId] = people.map((person) => person.companyId);
    const ids = people.map(({ id }) => id);
    return companyId === undefined ? [] : this.today.states(systemActor(companyId), ids);
  }

  /** Since when a person works, on the date that the transaction has set. */
  async work({ companyId }: Pick<CompanyActor, 'companyId'>, id: string): Promise<Work> {
    const transaction = this.source.transactions.current(companyId);
    return (await workingSince(transaction, companyId, [id])).get(id) ?? workOf([]);
  }

  /**
   * Whether anybody of the company has this number of the series, archived or not. Both ways to write its one
   * letter are asked for: behind the wall no index serves `lower`, and all people would be read.
   */
  async hasNumber(company: CompanyActor, number: string): Promise<boolean> {
    const text = `SELECT 1 FROM personnel
      WHERE company_id = $1 AND archived = ANY ('{f,t}') AND personnel_number = ANY ($2) LIMIT 1`;
    const values = [company.companyId, [number, number.toLowerCase()]];
    return (await execute(this.transaction(company).client, text, values)).rowCount === 1;
  }

  /** The last of the numbers of people that follow each other without a gap, from one that somebody has. */
  async lastInRow(company: CompanyActor, number: number): Promise<number> {
    const text = `SELECT number FROM (
        SELECT number, lead(number) OVER (ORDER BY number) AS next FROM (
          SELECT substring(lower(personnel_number) FROM '^p-([0-9]{6}|[1-9][0-9]{6,8})$')::integer AS number
          FROM personnel WHERE company_id = $1) AS numbers
        WHERE number >= $2) AS rows
      WHERE next IS DISTINCT FROM number + 1 ORDER BY number LIMIT 1`;
    const { rows } = await execute<{ number: number }>(this.transaction(company).client, text, [
      company.companyId,
      number,
    ]);
    return rows[0]?.number ?? number;
  }

  /** A person whom the caller may read, whom nobody else changes until the transaction ends. Throws 404. */
  async hold(company: CompanyContext, id: string): Promise<Person> {
    const person = await this.find(company, id, ` ${NAMED_MEANWHILE}`);
    if (!person) throw notFound(this.what);
    return person;
  }

  /** The same for the service itself. */
  async holdAsSystem({ companyId }: CompanyActor, id: string): Promise<Person> {
    const text = `SELECT ${this.table.selectList} FROM personnel
      WHERE company_id = $1 AND id = $2 ${NAMED_MEANWHILE}`;
    const { client } = this.source.transactions.current(companyId);
    const [person] = (await execute<Person>(client, text, [companyId, id])).rows;
    if (!person) throw new Error('A person with a work history is there');
    return person;
  }

  /**
   * Gives a person a version for what the work history has made of them, and their date of termination.
   * @param was the person before, whose derived members are recorded with those of now
   */
  async follow(company: CompanyActor, was: PersonToday, terminationDate: string | null): Promise<void> {
    for (const { before, after } of await this.followed(company, [{ was, terminationDate }]))
      await this.record(company, 'changed', before, after);
  }

  /** The same of many, with as many statements. */
  async followAll(company: CompanyActor, people: readonly Following[]): Promise<void> {
    await this.recordAll(company, 'changed', await this.followed(company, people));
  }

  /**
   * Stamps a person, who is locked, of whom another row than theirs has changed what readers see: polls by
   * `modifiedSince` have them again. The version stays, and other services, which hold none of it, hear
   * nothing.
   */
  async stamp({ companyId, userId }: CompanyActor, id: string): Promise<void> {
    // around visible: nothing that a person says is written; the write that it follows from is authorised
    const text = `UPDATE personnel SET ${MODIFIED_NOW}, modified_by_user_id = $3
      WHERE company_id = $1 AND id = $2`;
    await execute(this.source.transactions.current(companyId).client, text, [companyId, id, userId]);
  }

  private async followed(
    company: CompanyActor,
    people: readonly Following[],
  ): Promise<{ before: Person; after: Person }[]> {
    const ids = people.map(({ was }) => was.id);
    const before = rowsById(await this.unrestricted.findAll(company, ids));
    const is = rowsById(await this.today.unrestricted.findAll(company, ids));
    // around visible: follows from another write, and is recorded
    const text = `UPDATE personnel SET version = version + 1, ${MODIFIED_NOW}, modified_by_user_id = $3,
        termination_date = left_on
      FROM unnest($2::uuid[], $4::date[]) AS following (of_id, left_on)
      WHERE company_id = $1 AND id = of_id RETURNING ${this.table.selectList}`;
    const dates = people.map(({ terminationDate }) => terminationDate);
    const values = [company.companyId, ids, company.userId, dates];
    const after = rowsById((await execute<Person>(this.transaction(company).client, text, values)).rows);
    return people.map(({ was }) => ({
      before: { ...before(was.id), ...derivedOf(was) },
      after: { ...after(was.id), ...derivedOf(is(was.id)) },
    }));
  }

  /** Gives those of these people another line manager who still report to one, with few statements. */
  async reportTo(
    company: CompanyActor,
    ids: readonly string[],
    managers: { from: string; to: string },
  ): Promise<void> {
    // In one order, or two requests for the same people could wait for each other.
    const sorted = ids.toSorted();
    for (let first = 0; first < sorted.length; first += WRITTEN_BY_STATEMENT)
      await this.someReportTo(company, sorted.slice(first, first + WRITTEN_BY_STATEMENT), managers);
  }

  private async someReportTo(
    company: CompanyActor,
    ids: readonly string[],
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    const { client } = this.transaction(company);
    // No turn is needed to take a line manager away, so one that was seen may be gone.
    const reporting = 'company_id = $1 AND id = ANY($2) AND line_manager_id = $3';
    const select = `SELECT ${this.table.selectList} FROM personnel WHERE ${reporting} ORDER BY id FOR UPDATE`;
    const before = (await execute<Person>(client, select, [company.companyId, ids, from])).rows;
    // around visible: follows from another write, and is recorded
    const update = `UPDATE personnel SET line_manager_id = $4, version = version + 1, ${MODIFIED_NOW},
        modified_by_user_id = $5
      WHERE ${reporting} RETURNING ${this.table.selectList}`;
    const values = [company.companyId, ids, from, to, company.userId];
    const after = rowsById((await execute<Person>(client, update, values)).rows);
    const pairs = before.map((row) => ({ before: row, after: after(row.id) }));
    await this.recordAll(company, 'changed', pairs);
  }
}

/** The members that come from the work history, without the path, which a rename changes too. */
const derivedOf = (person: PersonToday) =>
  Object.fromEntries(
    derivedMembers.filter((name) => name !== 'orgStructurePath').map((name) => [name, person[name]]),
  );
