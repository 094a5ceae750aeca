import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListPersonnel, Page, PersonnelState } from '@safety/contracts';
import {
  anyOf,
  before,
  type CompanyActor,
  CompanyRows,
  type Condition,
  from,
  RowsSource,
} from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { employedAs, readable, trained, workingAt } from '../work-history/people-at-places.js';
import { PersonToday } from './person-today.entity.js';
import { personnelLists } from './personnel-lists.js';
import { personnelState } from './personnel-presentation.js';
import { workingSince, workOf } from './working-since.js';

/** People as they are today: what the caller may read of them, and nobody else. */
@Injectable()
export class PersonnelToday extends CompanyRows<PersonToday> {
  constructor(source: RowsSource) {
    super(source, PersonToday, {
      what: 'person',
      visible: readable,
      lists: personnelLists,
    });
  }

  /** Sets today, in the time zone of the company, for the rest of the transaction, and resolves with it. */
  begin(company: CompanyContext): Promise<string> {
    return this.reading(company, undefined, async (today) => today);
  }

  /**
   * Reads people as of today, or of another date; the right to see a person follows from today. The clock of
   * this machine is right about today but around midnight, and spares a question to the database: where it
   * was wrong, `read` is called again.
   */
  async reading<Result>(
    company: CompanyContext,
    asOf: string | undefined,
    read: (today: string) => Promise<Result>,
  ): Promise<Result> {
    const guessed = dateIn(company.timeZone, new Date());
    await this.set(company, guessed, asOf);
    const result = await read(guessed);
    const today = dateIn(company.timeZone, await this.transaction(company).startedAt);
    if (today === guessed) return result;
    await this.set(company, today, asOf);
    return read(today);
  }

  /** Sets the date on which people are seen for the rest of the transaction. */
  async set(company: CompanyActor, today: string, asOf = today): Promise<void> {
    await this.transaction(company).set({ 'app.today': today, 'app.as_of': asOf });
  }

  /** People as the other services know them, in the order of their ids, on the date that is set. */
  async states(company: CompanyActor, ids: readonly string[]): Promise<PersonnelState[]> {
    const people = await this.unrestricted.findAll(company, ids);
    const work = await workingSince(this.transaction(company), company.companyId, ids);
    const byId = new Map(people.map((person) => [person.id, person]));
    return ids.map((id) => {
      const person = byId.get(id);
      if (!person) throw new Error('A person who was written is there');
      return personnelState(person, work.get(id) ?? workOf([]));
    });
  }

  list(company: CompanyContext, query: ListPersonnel): Promise<Page<PersonToday>> {
    return this.page(company, query, [
      workingAt(company, query),
      employedAs(company, 'jobTitle', query.jobTitle),
      employedAs(company, 'employmentStatus', query.employmentStatus),
      employedAs(company, 'employmentType', query.employmentType),
      anyOf('lineManagerId', query.lineManagerId),
      trained(company, query.trainingStatus),
      from('hireDate', query.hiredFrom),
      before('hireDate', query.hiredTo),
      hasUser(query.hasUser),
    ]);
  }
}

const hasUser = (wanted: boolean | undefined): Condition | undefined =>
  wanted === undefined ? undefined : (column) => `${column('userId')} IS ${wanted ? 'NOT ' : ''}NULL`;
