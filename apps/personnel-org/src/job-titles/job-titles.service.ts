import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type JobTitle as JobTitleResource,
  reachOf,
  type SaveJobTitle,
} from '@safety/contracts';
import { ResourceService } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import type { JobTitle } from './job-title.entity.js';
import { JobTitleViews } from './job-title-views.js';
import { JobTitleRows } from './job-titles.rows.js';

/**
 * Job titles count in the whole company: writing them takes a role that counts everywhere.
 */
@Injectable()
export class JobTitlesService extends ResourceService<JobTitle, JobTitleResource, SaveJobTitle> {
  constructor(rows: JobTitleRows, views: JobTitleViews) {
    super(rows, views);
  }

  async add(company: CompanyContext, title: SaveJobTitle): Promise<JobTitleResource> {
    this.authorise(company);
    return this.views.one(company, await this.rows.add(company, title));
  }

  protected override authorise(company: CompanyContext): void {
    if (reachOf(company, 'associates.write') !== 'everywhere') throw permissionDenied('associates.write');
  }
}
