import type { ListQuery, Page } from '@safety/contracts';
import { type Change, checkPrecondition, notFound, type Precondition, ProblemError } from '@safety/platform';
import type { DataSource, EntityTarget } from 'typeorm';
import { v7 as newId } from 'uuid';
import type { CompanyRecord, NewRow } from '../company-record.js';
import type { CompanyActor, CompanyTransactions } from '../transaction/company-transactions.js';
import { referenceProblem, violatedUnique } from './constraints.js';
import type { Cursors } from './cursor.js';
import { type PageOptions, pageStatement, toPage } from './page.js';
import { Binds, type Condition } from './sql.js';
import { execute, Table } from './table.js';

export interface RowsOptions extends PageOptions {
  /** What a row is called in messages, for example `course`. */
  what: string;
  /** Unique constraints beyond the external id, each with the properties it covers; a violation is 409 `duplicate`. */
  unique?: Readonly<Record<string, readonly string[]>>;
  /** Foreign keys, each with the property that names the other row; a violation is 422 `not-found`. */
  references?: Readonly<Record<string, string>>;
}

/** What `CompanyRows` is made of; injected into a service as one thing. */
export interface RowsSource {
  dataSource: DataSource;
  transactions: CompanyTransactions;
  cursors: Cursors;
}

/** What is stored of a row, from what a request wants it to be. */
type Values<Value, Row> = (wanted: Value, row: Row) => Partial<Row> | Promise<Partial<Row>>;

/** The rows of one tenant table, inside the current company transaction. The company always comes first. */
export class CompanyRows<Row extends CompanyRecord> {
  private readonly table: Table<Row>;
  private readonly unique: Readonly<Record<string, readonly string[]>>;

  constructor(
    private readonly source: RowsSource,
    entity: EntityTarget<Row>,
    private readonly options: RowsOptions,
  ) {
    this.table = new Table(source.dataSource, entity);
    const externalIdKey = `${source.dataSource.getMetadata(entity).tableName}_external_id_key`;
    this.unique = { [externalIdKey]: ['externalId'], ...options.unique };
  }

  /** One row, archived or not. Throws 404 when the company has no such row. */
  async get(company: CompanyActor, id: string, ...conditions: (Condition | undefined)[]): Promise<Row> {
    const row = await this.find(company, id, conditions, '');
    if (!row) throw notFound(this.options.what);
    return row;
  }

  /** One page of a list: the common parameters of `query` and the resource's own conditions, if any. */
  async page(
    company: CompanyActor,
    query: ListQuery,
    conditions: (Condition | undefined)[] = [],
  ): Promise<Page<Row>> {
    const { client, startedAt } = this.source.transactions.current(company.companyId);
    const statement = pageStatement(
      this.table,
      this.source.cursors,
      this.options,
      company.companyId,
      query,
      conditions,
    );
    const { rows } = await execute<Row & { total?: number }>(client, statement.text, statement.values);
    const total = statement.count
      ? await execute<{ count: number }>(client, statement.count, statement.countValues)
      : undefined;
    return toPage(rows, statement, query, await startedAt, total?.rows[0]?.count, this.source.cursors);
  }

  /** Adds a row as version 1. Throws 409 `duplicate` with `conflictingId`. */
  async add(company: CompanyActor, values: NewRow<Row>): Promise<Row> {
    const writable = this.table.writable({
      ...values,
      companyId: company.companyId,
      id: values.id ?? newId(),
      createdByUserId: company.userId,
      modifiedByUserId: company.userId,
    });
    const names = writable.map(({ column }) => column).join(', ');
    const places = writable.map((_, index) => `$${index + 1}`).join(', ');
    const text = `INSERT INTO ${this.table.name} (${names}) VALUES (${places}) RETURNING ${this.table.selectList}`;
    return this.write(
      company,
      text,
      writable.map(({ value }) => value),
      values as Partial<Row>,
    );
  }

  /**
   * Makes of a row what a request wants, and raises its version; `values` turns what is wanted into what is stored. Throws
   * 404, 412 and 428 for the version of the row, 409 `archived`, 400, 415 and 422 for the body, 409 `duplicate`. The row stays
   * locked until the transaction ends.
   */
  change<Value extends Partial<Row>>(company: CompanyActor, id: string, change: Change<Value>): Promise<Row>;
  change<Value>(
    company: CompanyActor,
    id: string,
    change: Change<Value>,
    values: Values<Value, Row>,
  ): Promise<Row>;
  async change<Value>(
    company: CompanyActor,
    id: string,
    change: Change<Value>,
    values: Values<Value, Row> = (wanted) => wanted as Partial<Row>,
  ): Promise<Row> {
    const row = await this.lock(company, id);
    checkPrecondition(change.precondition, row.version);
    if (row.archived) throw new ProblemError('archived', { detail: `The ${this.options.what} is archived.` });
    return this.update(company, id, await values(change.of(row), row));
  }

  /** Archives a row; one that is archived already stays as it is. */
  async archive(company: CompanyActor, id: string, precondition: Precondition): Promise<void> {
    const row = await this.lock(company, id);
    if (row.archived) return;
    checkPrecondition(precondition, row.version);
    const archived: Partial<CompanyRecord> = { archivedAt: new Date(), archivedByUserId: company.userId };
    await this.update(company, id, archived as Partial<Row>);
  }

  /** Brings an archived row back; one that is not archived stays as it is. */
  async restore(company: CompanyActor, id: string, precondition: Precondition): Promise<Row> {
    const row = await this.lock(company, id);
    if (!row.archived) return row;
    checkPrecondition(precondition, row.version);
    const restored: Partial<CompanyRecord> = { archivedAt: null, archivedByUserId: null };
    return this.update(company, id, restored as Partial<Row>);
  }

  /** Which of `ids` exist in the company, each with whether it is archived. */
  async archivedById(company: CompanyActor, ids: readonly string[]): Promise<Map<string, boolean>> {
    if (ids.length === 0) return new Map();
    const { client } = this.source.transactions.current(company.companyId);
    const text = `SELECT id, archived FROM ${this.table.name} WHERE company_id = $1 AND id = ANY($2)`;
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, [company.companyId, ids]);
    return new Map(rows.map(({ id, archived }) => [id, archived]));
  }

  private async lock(company: CompanyActor, id: string): Promise<Row> {
    const row = await this.find(company, id, [], ' FOR UPDATE');
    if (!row) throw notFound(this.options.what);
    return row;
  }

  private async find(
    company: CompanyActor,
    id: string,
    conditions: (Condition | undefined)[],
    suffix: string,
  ): Promise<Row | undefined> {
    const { client } = this.source.transactions.current(company.companyId);
    const binds = new Binds();
    const where = [`company_id = ${binds.add(company.companyId)}`, `id = ${binds.add(id)}`];
    for (const condition of conditions) if (condition) where.push(condition(this.table.column, binds));
    const text = `SELECT ${this.table.selectList} FROM ${this.table.name} WHERE ${where.join(' AND ')}${suffix}`;
    const { rows } = await execute<Row>(client, text, binds.values);
    return rows[0];
  }

  private async update(company: CompanyActor, id: string, values: Partial<Row>): Promise<Row> {
    const writable = this.table.writable({ ...values, modifiedByUserId: company.userId });
    const changes = writable.map(({ column }, index) => `${column} = $${index + 3}`).join(', ');
    const text =
      `UPDATE ${this.table.name} SET ${changes}, version = version + 1, modified_at = now() ` +
      `WHERE company_id = $1 AND id = $2 RETURNING ${this.table.selectList}`;
    return this.write(company, text, [company.companyId, id, ...writable.map(({ value }) => value)], values);
  }

  /** A savepoint keeps the transaction usable, so that a violated unique key can say which row it collides with. */
  private async write(
    company: CompanyActor,
    text: string,
    binds: unknown[],
    values: Partial<Row>,
  ): Promise<Row> {
    const { client } = this.source.transactions.current(company.companyId);
    await client.query('SAVEPOINT row');
    try {
      const { rows } = await execute<Row>(client, text, binds);
      const [row] = rows;
      if (!row) throw new Error(`${this.table.name} returned no row`);
      return row;
    } catch (error) {
      const constraint = violatedUnique(error);
      const properties = constraint === undefined ? undefined : this.unique[constraint];
      if (!properties) throw referenceProblem(error, this.options.references ?? {}) ?? error;
      await client.query('ROLLBACK TO SAVEPOINT row');
      throw await this.duplicate(company, properties, values, error);
    }
  }

  private async duplicate(
    company: CompanyActor,
    properties: readonly string[],
    values: Partial<Row>,
    cause: unknown,
  ): Promise<ProblemError> {
    const { client } = this.source.transactions.current(company.companyId);
    const binds = new Binds();
    const where = [`company_id = ${binds.add(company.companyId)}`];
    for (const property of properties) {
      where.push(
        `lower(${this.table.column(property)}::text) = lower(${binds.add(values[property as keyof Row])}::text)`,
      );
    }
    const text = `SELECT id, archived FROM ${this.table.name} WHERE ${where.join(' AND ')} ORDER BY archived LIMIT 1`;
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, binds.values);
    const [other] = rows;
    const hint = other?.archived ? ' The other one is archived: restore it.' : '';
    return new ProblemError('duplicate', {
      detail: `Another ${this.options.what} has the same ${properties.join(' and ')}.${hint}`,
      errors: properties.map((name) => ({
        pointer: `/${name}`,
        code: 'duplicate',
        detail: 'Is in use already.',
      })),
      extensions: { conflictingId: other?.id ?? null },
      cause,
    });
  }
}
