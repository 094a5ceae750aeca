import { Injectable } from '@nestjs/common';
import { type CompanyContext, type ListPersonnel, type Page } from '@safety/contracts';
import {
  anyOf,
  before,
  type CompanyActor,
  type CompanyRows,
  CompanyRowsFactory,
  CompanyTransactions,
  type Condition,
  equal,
  execute,
  from,
} from '@safety/persistence';
import { dateIn } from './calendar.js';
import { readable, workingAt } from './people-at-places.js';
import { PersonToday } from './person-today.entity.js';

/** People as they are today: what the caller may read of them, and nobody else. */
@Injectable()
export class PersonnelToday {
  private readonly people: CompanyRows<PersonToday>;

  constructor(
    rows: CompanyRowsFactory,
    private readonly transactions: CompanyTransactions,
  ) {
    this.people = rows.for(PersonToday, {
      what: 'person',
      defaultSort: { key: 'lastName', descending: false },
      search: ['firstName', 'lastName', 'middleName', 'preferredName', 'personnelNumber', 'email'],
    });
  }

  /** Sets today, in the time zone of the company, for the rest of the transaction, and resolves with it. */
  async begin({ companyId, timeZone }: CompanyContext): Promise<string> {
    const { startedAt } = this.transactions.current(companyId);
    const today = dateIn(timeZone, await startedAt);
    await this.set(companyId, today);
    return today;
  }

  /** Sets the date on which people are seen for the rest of the transaction. */
  async set(companyId: string, today: string): Promise<void> {
    const { client } = this.transactions.current(companyId);
    await execute(client, "SELECT set_config('app.today', $1, true)", [today]);
  }

  /** A person whom the caller may read. Throws 404 for anybody else. */
  get(company: CompanyContext, id: string): Promise<PersonToday> {
    return this.people.get(company, id, ...readable(company));
  }

  /** A person whom this transaction has written, whether the caller may read them or not. */
  written(company: CompanyActor, id: string): Promise<PersonToday> {
    return this.people.get(company, id);
  }

  page(company: CompanyContext, query: ListPersonnel): Promise<Page<PersonToday>> {
    return this.people.page(company, query, [
      ...readable(company),
      ...workingAt(company, query),
      anyOf('lineManagerId', query.lineManagerId),
      anyOf('employmentStatus', query.employmentStatus),
      anyOf('employmentType', query.employmentType),
      equal('jobTitle', query.jobTitle),
      from('hireDate', query.hiredFrom),
      before('hireDate', query.hiredTo),
      hasUser(query.hasUser),
    ]);
  }
}

const hasUser = (wanted: boolean | undefined): Condition | undefined =>
  wanted === undefined ? undefined : (column) => `${column('userId')} IS ${wanted ? 'NOT ' : ''}NULL`;
