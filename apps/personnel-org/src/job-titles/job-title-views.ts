import { Injectable } from '@nestjs/common';
import type { CompanyContext, JobTitle as JobTitleResource } from '@safety/contracts';
import { Views } from '@safety/persistence';
import { AssociateRows } from '../associates/associates.rows.js';
import type { JobTitle } from './job-title.entity.js';

/** Job titles with the number of associates who hold them and whom the caller may see. */
@Injectable()
export class JobTitleViews extends Views<JobTitle, JobTitleResource> {
  constructor(private readonly associates: AssociateRows) {
    super();
  }

  async of(company: CompanyContext, titles: readonly JobTitle[]): Promise<JobTitleResource[]> {
    const counts = await this.associates.countsOfJobTitles(
      company,
      titles.map(({ id }) => id),
    );
    return titles.map((title) => ({ associateCount: 0, ...title, ...counts.get(title.id) }));
  }
}
