import type { CompanyContext, ListQuery, Page } from '@safety/contracts';
import { notFound } from '@safety/platform';
import type { EntityTarget } from 'typeorm';
import type { CompanyRecord } from '../company-record.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import type { CompanyActor, CompanyTransaction } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';
import type { CursorValue } from './cursor.js';
import { filtersOf, type PageOptions, planOf, searchOf, toPage } from './page.js';
import { PageReader } from './page-reader.js';
import type { PageTables } from './page-statement.js';
import type { RowsSource } from './rows-source.js';
import { Binds, type Condition } from './sql.js';
import { Table } from './table.js';

/** Which rows a caller may see, and so write; no condition for all rows of the company. */
export type Visibility<Actor> = (company: Actor) => Condition | undefined;

export type VisibleRowsOptions<
  Actor extends CompanyActor = CompanyContext,
  Property extends string = string,
> = PageOptions<Property> & {
  /** The name of a row in messages, for example `course`. */
  what: string;
  /** Stated once, in force for every verb: a row out of sight is 404 for reads and writes alike. */
  visible: 'to everyone' | Visibility<Actor>;
  /**
   * Whether the caller may read rows at all, where reads take a permission that writes do not. Others are not
   * told which row has a value already. Default: those who see rows may.
   */
  mayRead?: (company: Actor) => boolean;
};

/** The same rows for every verb, with another rule of who may see them. */
export const seen = <Rows extends object, Actor>(rows: Rows, visible: Visibility<Actor>): Rows =>
  Object.create(rows, { visible: { value: visible } });

export interface FiguresOptions<Figures extends object> {
  /** The property whose values the figures are of. */
  per: string;
  among: readonly string[];
  where: readonly (Condition | undefined)[];
  /** Each figure as an aggregate of columns. */
  sql: { [Figure in keyof Figures]: string };
}

const KEY = 'figures of';

/** The one table whose rows a view shows, where it has an entity. */
function tableBehind(
  { dataSource }: RowsSource,
  shown: string,
  lists: ListDeclaration | undefined,
): Table<CompanyRecord> | undefined {
  if (!lists || lists.table === shown || lists.further) return undefined;
  const behind = dataSource.entityMetadatas.find(({ tableName }) => tableName === lists.table);
  return behind && new Table<CompanyRecord>(dataSource, behind.target as EntityTarget<CompanyRecord>);
}

/** Reading: the rows of one tenant table that the caller may see, inside the current company transaction. */
export abstract class VisibleRows<Row extends CompanyRecord, Actor extends CompanyActor> {
  protected readonly table: Table<Row>;
  private readonly tables: PageTables<Row>;
  protected readonly visible: Visibility<Actor>;
  protected readonly mayRead: (company: Actor) => boolean;

  constructor(
    protected readonly source: RowsSource,
    entity: EntityTarget<Row>,
    private readonly shown: VisibleRowsOptions<Actor>,
  ) {
    this.table = new Table(source.dataSource, entity);
    const { visible, mayRead = () => true } = shown;
    this.mayRead = mayRead;
    this.visible = visible === 'to everyone' ? () => undefined : visible;
    const { tableName } = source.dataSource.getMetadata(entity);
    this.tables = {
      table: this.table,
      behind: tableBehind(source, tableName, shown.lists),
      isUnion: shown.lists?.further !== undefined,
    };
    source.declare({ table: tableName, toEveryone: visible === 'to everyone', lists: shown.lists });
  }

  /** The name of a row in messages. */
  get what(): string {
    return this.shown.what;
  }

  /** The conditions of those declared filters that the query gives, for `page`. */
  filters(query: ListQuery): (Condition | undefined)[] {
    return filtersOf(this.shown, query);
  }

  /** One row, archived or not. Throws 404 when the caller has no such row. */
  async get(company: Actor, id: string): Promise<Row> {
    const row = await this.find(company, id);
    if (!row) throw notFound(this.shown.what);
    return row;
  }

  /** Those of `ids` that the caller may see, archived or not, in no order. */
  async findAll(company: Actor, ids: readonly string[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    const { where, binds } = this.condition(company);
    const text =
      `SELECT ${this.table.selectList} FROM ${this.table.name} ` +
      `WHERE ${where} AND id = ANY(${binds.add(ids)})`;
    return (await this.transaction(company).read<Row>(text, binds.values)).rows;
  }

  /** One page of a list: the common parameters of `query` and the resource's own conditions, if any. */
  async page(
    company: Actor,
    query: ListQuery,
    conditions: (Condition | undefined)[] = [],
  ): Promise<Page<Row>> {
    const transaction = this.transaction(company);
    const { companyId } = company;
    const plan = planOf(this.table, this.source.cursors, this.shown, companyId, query);
    const pages = new PageReader(this.tables, transaction, plan, query, this.shown.lists, [
      this.visible(company),
      searchOf(this.shown, query),
      ...conditions,
    ]);
    const rows = await pages.read();
    const total = query.includeTotal ? await pages.count() : undefined;
    const begin = { begunAt: await transaction.startedAt, seenUntil: await transaction.seenUntil };
    return toPage(rows, plan, query, begin, total, this.source.cursors);
  }

  /** The sort values of the row behind which a page of a query begins. Throws 400 `invalid-cursor`. */
  position({ companyId }: Actor, query: ListQuery): CursorValue[] | undefined {
    return planOf(this.table, this.source.cursors, this.shown, companyId, query).position;
  }

  /**
   * A row that a body names, which stays as it is until the transaction ends; none when the caller has none.
   */
  known(company: Actor, id: string): Promise<Row | undefined> {
    return this.find(company, id, ' FOR SHARE');
  }

  /** The same, of a row that is there. Throws 404 when the caller has none. */
  async getForShare(company: Actor, id: string): Promise<Row> {
    const row = await this.known(company, id);
    if (!row) throw notFound(this.shown.what);
    return row;
  }

  /**
   * Figures of the rows that the caller may see, for each value of one property. A value without rows has
   * none.
   */
  async figures<Figures extends object>(
    company: Actor,
    { per, among, where, sql }: FiguresOptions<Figures>,
  ): Promise<Map<string, Figures>> {
    const condition = this.condition(company);
    const binds = condition.binds;
    const key = this.table.column(per);
    const parts = where.map((part) => part?.(this.table.column, binds)).filter((part) => part !== undefined);
    const members = Object.entries<string>(sql).map(([member, figure]) => `${figure} AS "${member}"`);
    const text =
      `SELECT ${key} AS "${KEY}", ${members.join(', ')} FROM ${this.table.name} ` +
      `WHERE ${[condition.where, `${key} = ANY(${binds.add(among)})`, ...parts].join(' AND ')} GROUP BY ${key}`;
    const { rows } = await this.transaction(company).read<Figures & { [KEY]: string }>(text, binds.values);
    return new Map(rows.map(({ [KEY]: value, ...figures }) => [value, figures as unknown as Figures]));
  }

  /** Which of `ids` the caller may see, each with whether it is archived. */
  async archivedById(company: Actor, ids: readonly string[]): Promise<Map<string, boolean>> {
    if (ids.length === 0) return new Map();
    const { where, binds } = this.condition(company);
    const text = `SELECT id, archived FROM ${this.table.name} WHERE ${where} AND id = ANY(${binds.add(ids)})`;
    const { rows } = await this.transaction(company).read<{ id: string; archived: boolean }>(
      text,
      binds.values,
    );
    return new Map(rows.map(({ id, archived }) => [id, archived]));
  }

  /** When the transaction began: the moment of all that it writes. */
  startedAt(company: CompanyActor): Promise<Date> {
    return this.transaction(company).startedAt;
  }

  protected transaction({ companyId }: CompanyActor): CompanyTransaction {
    return this.source.transactions.current(companyId);
  }

  /** The row, locked until the transaction ends. Throws 404 when the caller has no such row. */
  protected async lock(company: Actor, id: string): Promise<Row> {
    const row = await this.find(company, id, ' FOR UPDATE');
    if (!row) throw notFound(this.shown.what);
    return row;
  }

  protected async find(company: Actor, id: string, suffix = ''): Promise<Row | undefined> {
    const { where, binds } = this.condition(company);
    const text =
      `SELECT ${this.table.selectList} FROM ${this.table.name} ` +
      `WHERE ${where} AND id = ${binds.add(id)}${suffix}`;
    const transaction = this.transaction(company);
    const { rows } = suffix
      ? await execute<Row>(transaction.client, text, binds.values)
      : await transaction.read<Row>(text, binds.values);
    return rows[0];
  }

  /** The rows of the company that the caller may see, as the beginning of a WHERE clause. */
  private condition(company: Actor): { where: string; binds: Binds } {
    const binds = new Binds();
    const where = `company_id = ${binds.add(company.companyId)}`;
    const visible = this.visible(company);
    return { where: visible ? `${where} AND ${visible(this.table.column, binds)}` : where, binds };
  }
}
