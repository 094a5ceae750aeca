import { Injectable } from '@nestjs/common';
import type { CompanyContext, JobTitle as JobTitleResource, SaveJobTitle } from '@safety/contracts';
import { ResourceService } from '@safety/persistence';
import type { JobTitle } from './job-title.entity.js';
import { JobTitleViews } from './job-title-views.js';
import { JobTitleRows } from './job-titles.rows.js';

@Injectable()
export class JobTitlesService extends ResourceService<JobTitle, JobTitleResource, SaveJobTitle> {
  constructor(rows: JobTitleRows, views: JobTitleViews) {
    super(rows, views);
  }

  async add(company: CompanyContext, title: SaveJobTitle): Promise<JobTitleResource> {
    return this.views.one(company, await this.rows.add(company, title));
  }
}
