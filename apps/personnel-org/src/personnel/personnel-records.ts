import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type CompanyContext, type Personnel, personnelChanged, type SavePersonnel } from '@safety/contracts';
import {
  type CompanyActor,
  type CompanyRows,
  CompanyRowsFactory,
  CompanyTransactions,
  type NewRow,
} from '@safety/persistence';
import type { Change } from '@safety/platform';
import { CompanyUsers } from '../company-users/company-users.js';
import { Person } from './person.entity.js';
import type { PersonToday } from './person-today.entity.js';
import { personnelState, presented } from './personnel-presentation.js';
import { PersonnelToday } from './personnel-today.js';

/** Writing people; whoever writes one tells of it with `tell` in the same transaction. */
@Injectable()
export class PersonnelRecords {
  private readonly people: CompanyRows<Person>;

  constructor(
    rows: CompanyRowsFactory,
    private readonly transactions: CompanyTransactions,
    private readonly today: PersonnelToday,
    private readonly outbox: Outbox,
    private readonly users: CompanyUsers,
  ) {
    this.people = rows.for(Person, {
      what: 'person',
      defaultSort: { key: 'lastName', descending: false },
      search: [],
      unique: {
        personnel_number_key: ['personnelNumber'],
        personnel_email_key: ['email'],
        personnel_user_key: ['userId'],
      },
    });
  }

  async add(company: CompanyContext, person: NewRow<Person>): Promise<Person> {
    await this.users.check(company, person.userId);
    return this.people.add(company, person);
  }

  change(
    company: CompanyContext,
    id: string,
    change: Change<SavePersonnel>,
    values: (body: SavePersonnel) => Promise<Partial<Person>>,
  ): Promise<Person> {
    return this.people.change(company, id, change, async (body, { userId }) => {
      // A user who has left the company since may stay where they are.
      if (body.userId !== userId) await this.users.check(company, body.userId);
      return values(body);
    });
  }

  /** Publishes what a person is now, and resolves with it as the caller may see it. */
  async tell(company: CompanyContext, id: string): Promise<Personnel> {
    return presented(company, await this.publish(company, id));
  }

  /** Publishes what a person is now, whoever has changed it. */
  async publish(company: CompanyActor, id: string): Promise<PersonToday> {
    const person = await this.today.written(company, id);
    const transaction = this.transactions.current(company.companyId);
    await this.outbox.publish(transaction, personnelChanged, personnelState(person));
    return person;
  }
}
