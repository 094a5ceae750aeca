import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type CompanyContext, type Personnel, personnelChanged } from '@safety/contracts';
import { type CompanyActor, CompanyRows, RowsSource } from '@safety/persistence';
import { Person } from './person.entity.js';
import type { PersonToday } from './person-today.entity.js';
import { personnelState, presented } from './personnel-presentation.js';
import { PersonnelToday } from './personnel-today.js';

/** Writing people; each write is followed by `tell` in the same transaction. */
@Injectable()
export class PersonnelRecords extends CompanyRows<Person> {
  constructor(
    source: RowsSource,
    private readonly today: PersonnelToday,
    private readonly outbox: Outbox,
  ) {
    super(source, Person, {
      what: 'person',
      visible: (company) => today.seen(company),
      defaultSort: { key: 'lastName', descending: false },
      search: [],
      unique: {
        personnel_number_key: { properties: ['personnelNumber'], ignoresCase: true },
        personnel_email_key: { properties: ['email'], ignoresCase: true, activeOnly: true },
        personnel_user_key: { properties: ['userId'], activeOnly: true },
      },
    });
  }

  /** Publishes what a person is now, and resolves with it as the caller may see it. */
  async tell(company: CompanyContext, id: string): Promise<Personnel> {
    return presented(company, await this.publish(company, id));
  }

  /** Publishes what a person is now, whoever has changed it. */
  async publish(company: CompanyActor, id: string): Promise<PersonToday> {
    const person = await this.today.unrestricted.get(company, id);
    await this.outbox.publish(this.transaction(company), personnelChanged, personnelState(person));
    return person;
  }
}
