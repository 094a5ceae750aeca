import type { ListQuery } from '@safety/contracts';
import type { PoolClient } from 'pg';
import type { CompanyRecord } from '../company-record.js';
import { type Lookup, lookUp } from '../lists/lookup.js';
import { countStatement, type PagePlan, pageStatement } from './page.js';
import { anyOf, type Condition } from './sql.js';
import { execute, type Table } from './table.js';

/** Rows that are read in the order of the list before an index is asked: frequent terms and tags fill a page of them. */
const WALK = 1000;
/** With more rows than this that match, one in a few hundred does even in the largest company: a page is near. */
const MAX_FOUND = 2000;

/**
 * Reads the rows of one page. A lookup, such as a search, is served in three steps, since no plan is good for rare and
 * frequent values:
 * 1. the first thousand rows in the order of the list are looked through;
 * 2. else the index says which rows match, when those are few;
 * 3. else the rows are looked through in the order of the list until the page is full.
 */
export class PageReader<Row extends CompanyRecord> {
  private readonly conditions: readonly Condition[];
  private readonly lookup: Lookup | undefined;
  /** The rows that the lookup found; undefined while it is not known, or when they are many. */
  private found: Condition | undefined;

  constructor(
    private readonly table: Table<Row>,
    private readonly client: PoolClient,
    private readonly plan: PagePlan,
    private readonly query: ListQuery,
    private readonly companyId: string,
    conditions: readonly (Condition | Lookup | undefined)[],
  ) {
    const given = conditions.filter((condition) => condition !== undefined);
    this.lookup = given.find((condition) => typeof condition === 'object');
    this.conditions = given.map((condition) =>
      typeof condition === 'object' ? condition.condition : condition,
    );
  }

  async read(): Promise<Row[]> {
    if (!this.lookup) return this.rows();
    const walked = await this.rows(WALK);
    if (walked.length > this.query.limit) return walked;
    await this.find(this.lookup);
    return this.rows();
  }

  async count(): Promise<number> {
    if (this.lookup && !this.found) await this.find(this.lookup);
    const { text, values } = countStatement(this.table, this.query, this.decisive);
    const { rows } = await execute<{ count: number }>(this.client, text, values);
    return rows[0]?.count ?? 0;
  }

  private get decisive() {
    return { companyId: this.companyId, conditions: [this.found, ...this.conditions] };
  }

  private async find(lookup: Lookup): Promise<void> {
    const ids = await lookUp(this.client, this.companyId, lookup, MAX_FOUND + 1);
    if (ids.length <= MAX_FOUND) this.found = anyOf('id', ids);
  }

  private async rows(walk?: number): Promise<Row[]> {
    const conditions = walk === undefined ? this.decisive : { ...this.decisive, walk };
    const { text, values } = pageStatement(this.table, this.plan, this.query, conditions);
    return (await execute<Row>(this.client, text, values)).rows;
  }
}
