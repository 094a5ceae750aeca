import type { ListQuery } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { lookUp } from '../lists/lookup.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import type { PagePlan } from './page.js';
import {
  countStatement,
  MANY,
  type PageConditions,
  type PageTables,
  pageStatement,
} from './page-statement.js';
import type { Condition } from './sql.js';
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
  private readonly tables: PageTables<Row>;
  private readonly conditions: readonly Condition[];
  private readonly lookups: readonly NonNullable<Condition['candidates']>[];
  /** The ids that a lookup found; undefined while it is not known, or when they are many. */
  private found: readonly string[] | undefined;
  private hasLooked = false;
  /** Of a view: finds the ids of the many rows that may match. */
  private among: Statement | undefined;

  constructor(
    tables: PageTables<Row>,
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
    this.tables = this.lookups.length > 0 ? tables : { ...tables, behind: undefined };
  }

  async read(): Promise<Row[]> {
    if (!this.lists || this.lookups.length === 0) return this.rows();
    const { limit } = this.query;
    const walk = walkOf(this.lists);
    const walked = await this.rows({ walk });
    if (walked.length > limit) return walked;
    await this.find();
    if (this.found) return this.rows({ found: this.found });
    const isNear = walked.length >= DENSE;
    if (this.tables.behind) return this.rows({ among: isNear ? undefined : this.among });
    const further = isNear ? await this.rows({ walk: walk * FURTHER }) : [];
    return further.length > limit ? further : this.rows();
  }

  async count(): Promise<number> {
    if (!this.hasLooked) await this.find();
    const { text, values } = countStatement(this.tables.table, this.query, {
      ...this.decisive,
      found: this.found,
    });
    const { rows } = await this.transaction.read<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }

  private get decisive(): Pick<PageConditions, 'companyId' | 'conditions'> {
    return { companyId: this.transaction.companyId, conditions: this.conditions };
  }

  /** The first lookup that finds few rows is enough. */
  private async find(): Promise<void> {
    this.hasLooked = true;
    const { table, behind } = this.tables;
    for (const lookup of this.lookups) {
      const asked = (most: number) => lookup(this.transaction.companyId, most + 1, table.name);
      this.found = await lookUp(this.transaction, asked(MAX_FOUND), MAX_FOUND);
      if (this.found) return;
      const many = asked(MANY);
      if (behind && many.many) this.among ??= many;
    }
  }

  private async rows(how: Omit<PageConditions, 'companyId' | 'conditions'> = {}): Promise<Row[]> {
    const { text, values } = pageStatement(this.tables, this.plan, this.query, { ...this.decisive, ...how });
    return (await this.transaction.read<Row>(text, values)).rows;
  }
}
