import { Injectable } from '@nestjs/common';
import type {
  CompanyContext,
  GetPersonnel,
  ListPersonnel,
  Page,
  Personnel,
  PersonnelDetails,
} from '@safety/contracts';
import { notFound } from '@safety/platform';
import { PersonDetails } from './person-details.js';
import { PersonnelPresenter } from './personnel-presenter.js';
import { PersonnelToday } from './personnel-today.js';

/** Reading people. */
@Injectable()
export class PersonnelReadingService {
  constructor(
    private readonly today: PersonnelToday,
    private readonly presenter: PersonnelPresenter,
    private readonly details: PersonDetails,
  ) {}

  async page(company: CompanyContext, query: ListPersonnel): Promise<Page<Personnel>> {
    const page = await this.today.reading(company, query.asOf, () => this.today.list(company, query));
    return { ...page, data: await this.presenter.present(company, page.data, query.fields) };
  }

  async get(
    company: CompanyContext,
    id: string,
    { asOf, include = [], fields }: GetPersonnel,
  ): Promise<PersonnelDetails> {
    const { today, row } = await this.today.reading(company, asOf, async (today) => {
      const [row] = await this.today.findAll(company, [id]);
      return { today, row };
    });
    if (!row) throw notFound(this.today.what);
    const [person] = await this.presenter.present(company, [row], fields);
    if (!person) throw new Error('A person who was read is presented');
    const asked = include.filter((member) => fields?.includes(member) ?? true);
    return this.details.add(company, row, person, asked, today);
  }

  /** A person after a write. */
  written(company: CompanyContext, id: string): Promise<Personnel> {
    return this.presenter.written(company, id);
  }
}
