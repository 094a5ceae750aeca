import { Injectable } from '@nestjs/common';
import { mayAnywhere } from '@safety/contracts';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { JobTitle } from './job-title.entity.js';
import { jobTitleLists } from './job-title-lists.js';

@Injectable()
export class JobTitleRows extends CompanyRows<JobTitle> {
  constructor(source: RowsSource) {
    super(source, JobTitle, {
      what: 'job title',
      visible: 'to everyone',
      mayRead: (company) => mayAnywhere(company, 'associates.read'),
      lists: jobTitleLists,
      unique: { job_titles_name_key: { properties: ['name'], ignoresCase: true, activeOnly: true } },
    });
  }
}
