import type { ListQuery } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { lookUp } from '../lists/lookup.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import { foundAtPlaces } from './at-places.js';
import { countByIds, countStatement } from './count-statement.js';
import { MOST_BYTES_OF_PAGE, type PagePlan, type PageRows, placeOf } from './page.js';
import { ALL, MANY, type PageConditions, type PageTables, pageStatement } from './page-statement.js';
import { type Condition, foundByAll } from './sql.js';
import type { Statement } from './statements.js';

/**
 * Rows that are read in the order of the list before an index is asked: the most frequent terms and tags fill
 * a page of them, and the others show how frequent they are. A view of several tables may hold a record in
 * each of them. To test ids of a view costs more than to read rows of a table.
 */
const WALK = 200;
const ID_TEST_WALK = 100;
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
const FURTHER = 10;

/**
 * Reads the rows of one page. A lookup, such as a search, is served in three steps, since no plan is good for
 * rare and frequent values:
 * 1. the first rows in the order of the list are looked through, and more where some of them match;
 * 2. else the index says which rows match, when those are few;
 * 3. else the rows are looked through in the order of the list until the page is full; those of a view by
 *    what an index says of their ids.
 *
 * Each step goes on behind the last row that was found, as the next page would. Where it meets a row again,
 * which has moved meanwhile, it begins anew.
 */
export class PageReader<Row extends CompanyRecord> {
  private readonly conditions: readonly Condition[];
  private readonly lookups: readonly NonNullable<Condition['candidates']>[];
  /** Each lookup also tests an id before its row is read. */
  private readonly testsIds: boolean;
  private readonly page: Row[] = [];
  /** The ids that a lookup found; undefined while it is not known, or when they are many. */
  private found: readonly string[] | undefined;
  private hasLooked = false;
  private hasCompared = false;
  /** Of the rows of the page. */
  private bytes = 0;
  /** Rows that were found are left to the next page. */
  private isCut = false;

  constructor(
    private readonly tables: PageTables<Row>,
    private readonly transaction: Pick<CompanyTransaction, 'companyId' | 'read'>,
    private readonly plan: PagePlan,
    private readonly query: ListQuery,
    private readonly lists: ListDeclaration | undefined,
    conditions: readonly (Condition | undefined)[],
  ) {
    this.conditions = conditions.filter((condition) => condition !== undefined);
    const lookedUp = lists ? this.conditions.filter(({ candidates }) => candidates) : [];
    const atPlaces = lists ? foundAtPlaces(lists, this.conditions) : [];
    const others = atPlaces.length > 0 ? lookedUp.filter(({ below = [] }) => below.length === 0) : lookedUp;
    this.lookups = [...atPlaces, ...others.flatMap(({ candidates }) => candidates ?? [])];
    this.testsIds = tables.behind !== undefined && lookedUp.every(({ idTest }) => idTest);
  }

  async read(): Promise<PageRows<Row>> {
    await this.fill();
    const { limit } = this.query;
    return { rows: this.page.slice(0, limit), hasMore: this.isCut || this.page.length > limit };
  }

  private async fill(): Promise<void> {
    if (!this.lists || this.lookups.length === 0) return this.add();
    if (this.namesRows) {
      const { ids } = this.query;
      return this.add(this.tables.isUnion && ids ? { found: [...new Set(ids)] } : {});
    }
    const walk = this.testsIds ? ID_TEST_WALK : walkOf(this.lists);
    await this.add({ walk });
    if (!this.isFull && this.page.length >= DENSE) await this.add({ walk: walk * FURTHER });
    if (this.isFull) return;
    await this.find();
    if (!this.found && this.many.length > 1) {
      // Thousands of rows are looked through sooner than all ids of several indexes are compared.
      if (this.page.length > 0) await this.add({ walk: walk * FURTHER * 2 });
      if (this.isFull) return;
      await this.findInAll();
    }
    if (!this.found) {
      // No index has the rows behind one by two keys and more: all of them would be read.
      if (this.plan.keyset.length > 2) this.beginAnew();
      return this.add({ among: this.among() });
    }
    const read = this.readIds;
    if (this.found.some((id) => !read.has(id))) await this.add({ found: this.found });
  }

  /** By keys of a table, or of those of a view, which have them sooner than a lookup. */
  private get namesRows(): boolean {
    const { ids, externalId } = this.query;
    return this.tables.behind === undefined && (ids !== undefined || externalId !== undefined);
  }

  private beginAnew(): void {
    this.page.length = 0;
    this.bytes = 0;
  }

  private get readIds(): ReadonlySet<string> {
    return new Set(this.page.map(({ id }) => id));
  }

  private get isFull(): boolean {
    return this.isCut || this.page.length > this.query.limit;
  }

  async count(): Promise<number> {
    if (!this.hasLooked && !this.namesRows) await this.find();
    if (!this.found && !this.hasCompared) await this.findInAll();
    if (this.found?.length === 0) return 0;
    const counting = {
      companyId: this.transaction.companyId,
      conditions: this.conditions,
      found: this.found,
    };
    const { text, values } =
      countByIds(this.tables, this.query, counting) ??
      countStatement(this.tables.table, this.query, counting);
    const { rows } = await this.transaction.read<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }

  /** The first lookup that finds few rows is enough. */
  private async find(): Promise<void> {
    this.hasLooked = true;
    const { companyId } = this.transaction;
    const isMany = this.many.length > 0;
    for (const lookup of this.lookups) {
      const most = isMany && this.lookups.length === 1 ? FEW : MAX_FOUND;
      this.found = await lookUp(this.transaction, lookup(companyId, most + 1, this.tables.table.name), most);
      if (this.found) return;
    }
  }

  /** Finds the rows that those of a view have in common. */
  private async findInAll(): Promise<void> {
    this.hasCompared = true;
    if (this.many.length > 1)
      this.found = await lookUp(this.transaction, limited(this.inAll(), MAX_FOUND), MAX_FOUND);
  }

  /** Of a view: those lookups whose index alone answers. */
  private get many(): readonly NonNullable<Condition['candidates']>[] {
    const { table, behind } = this.tables;
    return behind
      ? this.lookups.filter((lookup) => lookup(this.transaction.companyId, 1, table.name).many)
      : [];
  }

  /** Of a view: finds the ids of the many rows that may match. */
  private among(): Statement | undefined {
    const [only, ...others] = this.many;
    if (others.length > 0) return limited(this.inAll(), MANY);
    return only?.(this.transaction.companyId, MANY + 1, this.tables.table.name);
  }

  /** Finds the ids that several indexes have in common, each frequent. */
  private inAll(): Statement {
    const { companyId } = this.transaction;
    return foundByAll(this.many.map((lookup) => lookup(companyId, ALL, this.tables.table.name)));
  }

  /** Reads further rows, behind those that are there. */
  private async add(how: Omit<PageConditions, 'companyId' | 'conditions'> = {}): Promise<void> {
    const { companyId } = this.transaction;
    const last = this.page.at(-1);
    const plan = last ? { ...this.plan, position: placeOf(last, this.plan) } : this.plan;
    const query = { ...this.query, limit: this.query.limit - this.page.length };
    const conditions = { companyId, conditions: this.conditions, ...how };
    const { text, values } = pageStatement(this.tables, plan, query, conditions);
    const left = Math.max(0, MOST_BYTES_OF_PAGE - this.bytes);
    const { rows, isCut = false, bytes = 0 } = await this.transaction.read<Row>(text, values, left);
    const read = this.readIds;
    if (rows.some(({ id }) => read.has(id))) {
      // One statement sees each row once.
      this.beginAnew();
      return this.add(how);
    }
    // The first row is there even where it is too large, for a page to have one.
    if (bytes > left && this.page.length > 0) {
      this.isCut = true;
      return;
    }
    this.page.push(...rows);
    this.bytes += bytes;
    this.isCut = isCut;
  }
}

const limited = ({ text, values }: Statement, most: number): Statement => ({
  text: `SELECT id FROM (${text}) AS common LIMIT ${most + 1}`,
  values,
});
