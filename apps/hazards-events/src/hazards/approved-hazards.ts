import { Injectable } from '@nestjs/common';
import { type CompanyContext, type ListHazards, type Page, reachOf, scoresIn } from '@safety/contracts';
import {
  anyOf,
  atOrBelow,
  before,
  CompanyRows,
  type Condition,
  execute,
  from,
  RowsSource,
  withinReach,
} from '@safety/persistence';
import { ApprovedHazard } from './hazard.entity.js';

/** The snapshots of approved hazards, as far as the caller may read them. */
@Injectable()
export class ApprovedHazards extends CompanyRows<ApprovedHazard> {
  private readonly columns: string;

  constructor(source: RowsSource) {
    super(source, ApprovedHazard, {
      what: 'hazard',
      visible: (company) => withinReach(company, reachOf(company, 'hazards.read')),
      defaultSort: { key: 'identifiedAt', descending: true },
      search: ['title', 'description', 'reference'],
    });
    const { columns } = source.dataSource.getMetadata(ApprovedHazard);
    const stored = columns.filter(({ generatedType }) => generatedType === undefined);
    this.columns = stored.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  }

  list(company: CompanyContext, query: ListHazards): Promise<Page<ApprovedHazard>> {
    const { orgStructureId, includeDescendants } = query;
    return this.page(company, query, [
      anyOf('status', query.status),
      anyOf('hazardType', query.hazardType),
      anyOf('riskScore', query.band && scoresIn(query.band, company.riskBands)),
      includeDescendants ? atOrBelow(company, orgStructureId) : anyOf('orgStructureId', orgStructureId),
      anyOf('responsiblePersonnelId', query.responsiblePersonnelId),
      anyOf('reportedByPersonnelId', query.reportedByPersonnelId),
      from('identifiedAt', query.identifiedFrom),
      before('identifiedAt', query.identifiedTo),
      from('dueDate', query.dueFrom),
      before('dueDate', query.dueTo),
      tagged(query.tag),
    ]);
  }

  /** Takes the first snapshot of a working copy, version and times included. */
  async take(company: CompanyContext, id: string): Promise<void> {
    const text =
      `INSERT INTO approved_hazards (${this.columns}) ` +
      `SELECT ${this.columns} FROM hazards WHERE company_id = $1 AND id = $2`;
    await execute(this.transaction(company).client, text, [company.companyId, id]);
  }
}

const tagged = (tags: readonly string[] | undefined): Condition | undefined =>
  tags && ((column, binds) => `${column('tags')} && ${binds.add(tags)}::text[]`);
