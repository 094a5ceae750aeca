import { Injectable } from '@nestjs/common';
import {
  type Associate as AssociateResource,
  type CompanyContext,
  type ListAssociates,
  type Page,
  type SaveAssociate,
} from '@safety/contracts';
import { type IdentifiedChange, type Precondition, refuseFaults } from '@safety/platform';
import { JobTitleRows } from '../job-titles/job-titles.rows.js';
import { PersonnelToday } from '../personnel/personnel-today.js';
import type { Associate } from './associate.entity.js';
import { AssociateReferences } from './associate-references.js';
import { AssociateRows, displayName } from './associates.rows.js';

@Injectable()
export class AssociatesService {
  constructor(
    private readonly associates: AssociateRows,
    private readonly references: AssociateReferences,
    private readonly jobTitles: JobTitleRows,
    private readonly today: PersonnelToday,
  ) {}

  async page(company: CompanyContext, query: ListAssociates): Promise<Page<AssociateResource>> {
    const today = await this.today.begin(company);
    const page = await this.associates.list(company, query);
    return { ...page, data: await this.present(company, page.data, today) };
  }

  async get(company: CompanyContext, id: string): Promise<AssociateResource> {
    const today = await this.today.begin(company);
    return this.presentOne(company, await this.associates.get(company, id), today);
  }

  async add(company: CompanyContext, associate: SaveAssociate): Promise<AssociateResource> {
    const today = await this.today.begin(company);
    refuseFaults(await this.references.faults(company, associate));
    return this.presentOne(company, await this.associates.add(company, associate), today);
  }

  async change(company: CompanyContext, change: IdentifiedChange<SaveAssociate>): Promise<AssociateResource> {
    const today = await this.today.begin(company);
    const changed = await this.associates.change(company, change.id, change, {
      authorise: (current) => this.references.authorise(company, current),
      values: async (associate, current) => {
        refuseFaults(await this.references.faults(company, associate, current));
        return associate;
      },
    });
    return this.presentOne(company, changed, today);
  }

  archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const authorise = (current: Associate) => this.references.authorise(company, current);
    return this.associates.archive(company, id, precondition, authorise);
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<AssociateResource> {
    const today = await this.today.begin(company);
    const authorise = (current: Associate) => this.references.authorise(company, current);
    const restored = await this.associates.restore(company, id, precondition, authorise);
    return this.presentOne(company, restored, today);
  }

  private async presentOne(
    company: CompanyContext,
    associate: Associate,
    today: string,
  ): Promise<AssociateResource> {
    const [resource] = await this.present(company, [associate], today);
    if (!resource) throw new Error('An associate who was read is presented');
    return resource;
  }

  private async present(
    company: CompanyContext,
    associates: Associate[],
    today: string,
  ): Promise<AssociateResource[]> {
    const named = associates.map(({ jobTitleId }) => jobTitleId).filter((id) => id !== null);
    const titles = new Map((await this.jobTitles.findAll(company, named)).map(({ id, name }) => [id, name]));
    return associates.map((associate) => ({
      ...associate,
      displayName: displayName(associate),
      jobTitleName: titles.get(associate.jobTitleId ?? '') ?? null,
      expired: associate.validTo !== null && associate.validTo < today,
    }));
  }
}
