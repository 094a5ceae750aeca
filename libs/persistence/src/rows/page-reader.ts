import type { ListQuery } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { lookUp } from '../lists/lookup.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import { countOfTold, countStatement } from './count-statement.js';
import type { PagePlan } from './page.js';
import { ALL, MANY, type PageConditions, type PageTables, pageStatement } from './page-statement.js';
import { type Condition, foundByAll } from './sql.js';
import type { Statement } from './statements.js';

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
/** Of a view: more ids than this are sooner compared with those of the order than looked up. */
const FEW = 600;
/**
 * With so many among the first rows, a page is likely within so many times as many. PostgreSQL may rather
 * read and sort all rows that match.
 */
const DENSE = 3;
const FURTHER = 7;

/**
 * Reads the rows of one page. A lookup, such as a search, is served in three steps, since no plan is good for
 * rare and frequent values:
 * 1. the first few hundred rows in the order of the list are looked through;
 * 2. else the index says which rows match, when those are few;
 * 3. else the rows are looked through in the order of the list until the page is full; those of a view by
 *    what an index says of their ids.
 */
export class PageReader<Row extends CompanyRecord> {
  private readonly conditions: readonly Condition[];
  private readonly lookups: readonly NonNullable<Condition['candidates']>[];
  /** The ids that a lookup found; undefined while it is not known, or when they are many. */
  private found: readonly string[] | undefined;
  private hasLooked = false;
  /** Of a view: finds the ids of the many rows that may match. */
  private among: Statement | undefined;

  constructor(
    private readonly tables: PageTables<Row>,
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
    const { limit } = this.query;
    const walk = walkOf(this.lists);
    const walked = await this.rows({ walk });
    if (walked.length > limit) return walked;
    await this.find();
    if (this.found) return this.rowsOf(this.found);
    const further = walked.length >= DENSE ? await this.rows({ walk: walk * FURTHER }) : [];
    if (further.length > limit) return further;
    const both = this.inAll();
    if (both) this.found = await lookUp(this.transaction, limited(both, MAX_FOUND), MAX_FOUND);
    if (this.found) return this.rowsOf(this.found);
    return this.rows({ among: both ? limited(both, MANY) : this.among });
  }

  async count(): Promise<number> {
    if (!this.hasLooked) await this.find();
    if (this.found?.length === 0) return 0;
    const counting = {
      companyId: this.transaction.companyId,
      conditions: this.conditions,
      found: this.found,
    };
    const { text, values } =
      countOfTold(this.tables, this.query, counting) ??
      countStatement(this.tables.table, this.query, counting);
    const { rows } = await this.transaction.read<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }

  /** The first lookup that finds few rows is enough. */
  private async find(): Promise<void> {
    this.hasLooked = true;
    const { table, behind } = this.tables;
    for (const lookup of this.lookups) {
      const asked = (most: number) => lookup(this.transaction.companyId, most + 1, table.name);
      const many = behind ? asked(MANY) : undefined;
      const most = many?.many && this.lookups.length === 1 ? FEW : MAX_FOUND;
      this.found = await lookUp(this.transaction, asked(most), most);
      if (this.found) return;
      if (many?.many) this.among ??= many;
    }
  }

  /** Of a view: finds the ids that several indexes have in common, each frequent. */
  private inAll(): Statement | undefined {
    const { table, behind } = this.tables;
    const all = this.lookups.map((lookup) => lookup(this.transaction.companyId, ALL, table.name));
    const many = all.filter((asked) => asked.many);
    return behind && many.length > 1 ? foundByAll(many) : undefined;
  }

  private async rowsOf(found: readonly string[]): Promise<Row[]> {
    return found.length === 0 ? [] : this.rows({ found });
  }

  private async rows(how: Omit<PageConditions, 'companyId' | 'conditions'> = {}): Promise<Row[]> {
    const { companyId } = this.transaction;
    const conditions = { companyId, conditions: this.conditions, ...how };
    const { text, values } = pageStatement(this.tables, this.plan, this.query, conditions);
    return (await this.transaction.read<Row>(text, values)).rows;
  }
}

const limited = ({ text, values }: Statement, most: number): Statement => ({
  text: `SELECT id FROM (${text}) AS common LIMIT ${most + 1}`,
  values,
});
