import { Injectable } from '@nestjs/common';
import { type CompanyContext, type ListHazards, type Page, reachOf, scoresIn } from '@safety/contracts';
import {
  anyOf,
  before,
  type CompanyRows,
  CompanyRowsFactory,
  CompanyTransactions,
  type Condition,
  execute,
  from,
} from '@safety/persistence';
import { DataSource } from 'typeorm';
import { atOrBelow, within } from '../read-models/place-conditions.js';
import { ApprovedHazard } from './hazard.entity.js';

/** The snapshots of approved hazards, as far as the caller may read them. */
@Injectable()
export class ApprovedHazards {
  private readonly snapshots: CompanyRows<ApprovedHazard>;
  private readonly columns: string;

  constructor(
    rows: CompanyRowsFactory,
    dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
  ) {
    this.snapshots = rows.for(ApprovedHazard, {
      what: 'hazard',
      defaultSort: { key: 'identifiedAt', descending: true },
      search: ['title', 'description', 'reference'],
    });
    const { columns } = dataSource.getMetadata(ApprovedHazard);
    const stored = columns.filter(({ generatedType }) => generatedType === undefined);
    this.columns = stored.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  }

  page(company: CompanyContext, query: ListHazards): Promise<Page<ApprovedHazard>> {
    const { orgStructureId, includeDescendants } = query;
    return this.snapshots.page(company, query, [
      visible(company),
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

  /** Throws 404 for a hazard that was never approved or lies at a place the caller cannot see. */
  get(company: CompanyContext, id: string): Promise<ApprovedHazard> {
    return this.snapshots.get(company, id, visible(company));
  }

  /** Takes the first snapshot of a working copy, version and times included. */
  async take({ companyId }: CompanyContext, id: string): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text =
      `INSERT INTO approved_hazards (${this.columns}) ` +
      `SELECT ${this.columns} FROM hazards WHERE company_id = $1 AND id = $2`;
    await execute(client, text, [companyId, id]);
  }
}

const visible = (company: CompanyContext): Condition | undefined =>
  within(company, reachOf(company, 'hazards.read'));

const tagged = (tags: readonly string[] | undefined): Condition | undefined =>
  tags && ((column, binds) => `${column('tags')} && ${binds.add(tags)}::text[]`);
