import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyRows, execute, RowsSource } from '@safety/persistence';
import { JobTitle } from './job-title.entity.js';

@Injectable()
export class JobTitleRows extends CompanyRows<JobTitle> {
  constructor(source: RowsSource) {
    super(source, JobTitle, {
      what: 'job title',
      visible: 'to everyone',
      defaultSort: { key: 'name', descending: false },
      search: ['name', 'code'],
      unique: { job_titles_name_key: { properties: ['name'], ignoresCase: true, activeOnly: true } },
    });
  }

  /** The names of these job titles, archived ones too. */
  async namesById({ companyId }: CompanyActor, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const { client } = this.source.transactions.current(companyId);
    const text = 'SELECT id, name FROM job_titles WHERE company_id = $1 AND id = ANY($2)';
    const { rows } = await execute<{ id: string; name: string }>(client, text, [companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
