import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type JobTitle as JobTitleResource,
  type ListJobTitles,
  type Page,
  reachOf,
  type SaveJobTitle,
} from '@safety/contracts';
import { type Change, type Precondition, permissionDenied } from '@safety/platform';
import { AssociateRows } from '../associates/associates.rows.js';
import type { JobTitle } from './job-title.entity.js';
import { JobTitleRows } from './job-titles.rows.js';

/**
 * Job titles count in the whole company. Everybody who may write associates adds them; changing one that
 * others use takes a role that counts everywhere.
 */
@Injectable()
export class JobTitlesService {
  constructor(
    private readonly titles: JobTitleRows,
    private readonly associates: AssociateRows,
  ) {}

  async page(company: CompanyContext, query: ListJobTitles): Promise<Page<JobTitleResource>> {
    const page = await this.titles.page(company, query);
    return { ...page, data: await this.present(company, page.data) };
  }

  async get(company: CompanyContext, id: string): Promise<JobTitleResource> {
    return this.presentOne(company, await this.titles.get(company, id));
  }

  async add(company: CompanyContext, title: SaveJobTitle): Promise<JobTitleResource> {
    return this.presentOne(company, await this.titles.add(company, title));
  }

  async change(company: CompanyContext, id: string, change: Change<SaveJobTitle>): Promise<JobTitleResource> {
    const authorise = () => demandEverywhere(company);
    return this.presentOne(company, await this.titles.change(company, id, change, { authorise }));
  }

  archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    return this.titles.archive(company, id, precondition, () => demandEverywhere(company));
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<JobTitleResource> {
    const authorise = () => demandEverywhere(company);
    return this.presentOne(company, await this.titles.restore(company, id, precondition, authorise));
  }

  private async presentOne(company: CompanyContext, title: JobTitle): Promise<JobTitleResource> {
    const [resource] = await this.present(company, [title]);
    if (!resource) throw new Error('A job title that was read is presented');
    return resource;
  }

  private async present(company: CompanyContext, titles: JobTitle[]): Promise<JobTitleResource[]> {
    const counts = await this.associates.countByJobTitle(
      company,
      titles.map(({ id }) => id),
    );
    return titles.map((title) => ({ ...title, associateCount: counts.get(title.id) ?? 0 }));
  }
}

function demandEverywhere(company: CompanyContext): void {
  if (reachOf(company, 'associates.write') !== 'everywhere') throw permissionDenied('associates.write');
}
