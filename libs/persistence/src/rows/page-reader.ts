import type { ListQuery } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { lookUp } from '../lists/lookup.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import { countStatement, type PagePlan, pageStatement } from './page.js';
import { anyOf, type Condition } from './sql.js';
import type { Table } from './table.js';

/**
 * Rows that are read in the order of the list before an index is asked: frequent terms and tags fill a page
 * of them. A view of several tables may hold a record in each of them.
 */
const WALK = 200;
const walkOf = ({ further = [] }: ListDeclaration): number => WALK * (1 + further.length);
/**
 * With more rows than this that match, one in a few hundred does even in the largest company: a page is near.
 */
const MAX_FOUND = 2000;

/**
 * Reads the rows of one page. A lookup, such as a search, is served in three steps, since no plan is good for
 * rare and frequent values:
 * 1. the first few hundred rows in the order of the list are looked through;
 * 2. else the index says which rows match, when those are few;
 * 3. else the rows are looked through in the order of the list until the page is full.
 */
export class PageReader<Row extends CompanyRecord> {
  private readonly conditions: readonly Condition[];
  private readonly lookups: readonly NonNullable<Condition['candidates']>[];
  /** The rows that the lookup found; undefined while it is not known, or when they are many. */
  private found: Condition | undefined;
  private hasLooked = false;

  constructor(
    private readonly table: Table<Row>,
    private readonly transaction: Pick<CompanyTransaction, 'companyId' | 'read'>,
    private readonly plan: PagePlan,
    private readonly query: ListQuery,
    private readonly lists: ListDeclaration | undefined,
    conditions: readonly (Condition | undefined)[],
  ) {
    this.conditions = conditions.filter((condition) => condition !== undefined);
    this.lookups = lists
      ? this.conditions.map(({ candidates }) => candidates).filter((candidates) => candidates !== undefined)
      : [];
  }

  async read(): Promise<Row[]> {
    if (!this.lists || this.lookups.length === 0) return this.rows();
    const walked = await this.rows(walkOf(this.lists));
    if (walked.length > this.query.limit) return walked;
    await this.find();
    return this.rows();
  }

  async count(): Promise<number> {
    await this.find();
    const { text, values } = countStatement(this.table, this.query, this.decisive);
    const { rows } = await this.transaction.read<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }

  private get decisive() {
    return { companyId: this.transaction.companyId, conditions: [this.found, ...this.conditions] };
  }

  /** The first lookup that finds few rows is enough. */
  private async find(): Promise<void> {
    if (this.hasLooked) return;
    this.hasLooked = true;
    for (const lookup of this.lookups) {
      const ids = await lookUp(this.transaction, lookup, MAX_FOUND, this.table.name);
      this.found = anyOf('id', ids);
      if (this.found) return;
    }
  }

  private async rows(walk?: number): Promise<Row[]> {
    const conditions = walk === undefined ? this.decisive : { ...this.decisive, walk };
    const { text, values } = pageStatement(this.table, this.plan, this.query, conditions);
    return (await this.transaction.read<Row>(text, values)).rows;
  }
}
