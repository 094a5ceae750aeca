import type {
  ChangeOperation,
  ChangePage,
  CompanyContext,
  ListChanges,
  ListQuery,
  Page,
} from '@safety/contracts';
import { type Change, checkPrecondition, notFound, type Precondition, ProblemError } from '@safety/platform';
import type { EntityTarget } from 'typeorm';
import { v7 as newId } from 'uuid';
import { actorOf, type Anonymity, withoutAuthor } from '../changes/anonymity.js';
import type { RowMessage } from '../changes/change-publisher.js';
import { recordedChanges } from '../changes/recorded-changes.js';
import type { CompanyRecord, NewRow } from '../company-record.js';
import type { CompanyActor, CompanyTransaction } from '../transaction/company-transactions.js';
import { referenceProblem, violatedUnique } from './constraints.js';
import { type PageOptions, pageStatement, toPage } from './page.js';
import type { RowsSource } from './rows-source.js';
import { backToSavepoint, setSavepoint } from './savepoint.js';
import { allOf, Binds, type Condition } from './sql.js';
import { execute, Table } from './table.js';
import { duplicate, type UniqueKey } from './unique-keys.js';

/** Which rows a caller may see, and so write; no condition for all rows of the company. */
export type Visibility<Actor> = (company: Actor) => Condition | undefined;

export interface RowsOptions<
  Actor extends CompanyActor = CompanyContext,
  Row extends CompanyRecord = CompanyRecord,
> extends PageOptions {
  /** The name of a row in messages, for example `course`. */
  what: string;
  /** Stated once, in force for every verb: a row out of sight is 404 for reads and writes alike. */
  visible: 'to everyone' | Visibility<Actor>;
  /** Unique keys beyond the external id, by the name of their constraint; a violation is 409 `duplicate`. */
  unique?: Readonly<Record<string, UniqueKey>>;
  /** Members whose changes are recorded by name alone. */
  sensitive?: readonly string[];
  /**
   * What every write publishes, for a resource whose whole state other services keep. A resource without it
   * publishes the bare change: `resourceChanged` of its service.
   */
  message?: RowMessage<Row>;
  /** Rows whose author stays unknown, in `history` and in messages. */
  anonymous?: Anonymity<Actor, Row>;
  /** Foreign keys, each with the property that names the other row; a violation is 422 `not-found`. */
  references?: Readonly<Record<string, string>>;
}

/** Judges the locked row before anything of the request counts: throws 403 or 409. */
export type Authorise<Row> = (row: Row) => void | Promise<void>;

/** How a row becomes what a request wants. */
export interface Edit<Value, Row> {
  authorise?: Authorise<Row>;
  /** Turns the body, which is checked by then, into what is stored; default the body itself. */
  values?: (wanted: Value, row: Row) => Partial<Row> | Promise<Partial<Row>>;
}

/**
 * The rows of one tenant table, inside the current company transaction. Each resource has a class that
 * extends this one and states its options. The company is always the first argument. A write checks in this
 * order: 404, 403, 409, 412 and 428, then 400, 415 and 422 for the body.
 */
export class CompanyRows<Row extends CompanyRecord, Actor extends CompanyActor = CompanyContext> {
  protected readonly table: Table<Row>;
  /** In the change record: the name of the table. */
  private readonly resource: string;
  private readonly unique: Readonly<Record<string, UniqueKey>>;
  private readonly visible: Visibility<Actor>;

  constructor(
    protected readonly source: RowsSource,
    entity: EntityTarget<Row>,
    private readonly options: RowsOptions<Actor, Row>,
  ) {
    this.table = new Table(source.dataSource, entity);
    this.resource = source.dataSource.getMetadata(entity).tableName;
    this.unique = { [`${this.resource}_external_id_key`]: { properties: ['externalId'] }, ...options.unique };
    this.visible = options.visible === 'to everyone' ? () => undefined : options.visible;
  }

  /**
   * All rows of the company, regardless of what the caller may see. They serve the service itself, never an
   * answer.
   */
  get unrestricted(): CompanyRows<Row, CompanyActor> {
    return Object.create(this, { visible: { value: () => undefined } });
  }

  /** The same rows for every verb, as far as they meet a further condition, such as those of one parent. */
  within(condition: Condition | undefined): CompanyRows<Row, Actor> {
    const narrowed: Visibility<Actor> = (company) => allOf(this.visible(company), condition);
    return Object.create(this, { visible: { value: narrowed } });
  }

  /** One row, archived or not. Throws 404 when the caller has no such row. */
  async get(company: Actor, id: string): Promise<Row> {
    const row = await this.find(company, id, '');
    if (!row) throw notFound(this.options.what);
    return row;
  }

  /** One page of a list: the common parameters of `query` and the resource's own conditions, if any. */
  async page(
    company: Actor,
    query: ListQuery,
    conditions: (Condition | undefined)[] = [],
  ): Promise<Page<Row>> {
    const { client, startedAt } = this.transaction(company);
    const statement = pageStatement(this.table, this.source.cursors, this.options, company.companyId, query, [
      this.visible(company),
      ...conditions,
    ]);
    const { rows } = await execute<Row & { total?: number }>(client, statement.text, statement.values);
    const total = statement.count
      ? await execute<{ count: number }>(client, statement.count, statement.countValues)
      : undefined;
    return toPage(rows, statement, query, await startedAt, total?.rows[0]?.count, this.source.cursors);
  }

  /** Adds a row as version 1. Throws 409 `duplicate` with `conflictingId`. */
  async add(company: Actor, values: NewRow<Row>): Promise<Row> {
    const row = { ...values, companyId: company.companyId, id: values.id ?? newId() };
    const writable = this.table.writable({
      ...row,
      createdByUserId: company.userId,
      modifiedByUserId: company.userId,
    });
    const names = writable.map(({ column }) => column).join(', ');
    const places = writable.map((_, index) => `$${index + 1}`).join(', ');
    const text = `INSERT INTO ${this.table.name} (${names}) VALUES (${places}) RETURNING ${this.table.selectList}`;
    const binds = writable.map(({ value }) => value);
    const added = await this.write(company, text, binds, row);
    await this.record(company, 'added', undefined, added);
    return added;
  }

  /**
   * Changes a row as a request wants, and raises its version. Throws 404, then 403 and 409 as `authorise`
   * says, and 409 `archived`. Throws 412 and 428 for the version of the row. Throws 400, 415 and 422 for the
   * body, and 409 `duplicate`. The row stays locked until the transaction ends.
   */
  change<Value extends Partial<Row>>(
    company: Actor,
    id: string,
    change: Change<Value>,
    edit?: Edit<Value, Row>,
  ): Promise<Row>;
  change<Value>(
    company: Actor,
    id: string,
    change: Change<Value>,
    edit: Edit<Value, Row> & Required<Pick<Edit<Value, Row>, 'values'>>,
  ): Promise<Row>;
  async change<Value>(
    company: Actor,
    id: string,
    change: Change<Value>,
    { authorise, values = (wanted) => wanted as Partial<Row> }: Edit<Value, Row> = {},
  ): Promise<Row> {
    const row = await this.lock(company, id);
    await authorise?.(row);
    if (row.archived) throw new ProblemError('archived', { detail: `The ${this.options.what} is archived.` });
    checkPrecondition(change.precondition, row.version);
    return this.update(company, row, await values(change.of(row), row), 'changed');
  }

  /** Archives a row; one that is archived already stays as it is. */
  async archive(
    company: Actor,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Row>,
  ): Promise<void> {
    const row = await this.lock(company, id);
    await authorise?.(row);
    if (row.archived) return;
    checkPrecondition(precondition, row.version);
    const archived: Partial<CompanyRecord> = { archivedAt: new Date(), archivedByUserId: company.userId };
    await this.update(company, row, archived as Partial<Row>, 'archived');
  }

  /** Brings an archived row back; one that is not archived stays as it is. Throws 409 `duplicate`. */
  async restore(
    company: Actor,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Row>,
  ): Promise<Row> {
    const row = await this.lock(company, id);
    await authorise?.(row);
    if (!row.archived) return row;
    checkPrecondition(precondition, row.version);
    const restored: Partial<CompanyRecord> = { archivedAt: null, archivedByUserId: null };
    return this.update(company, row, restored as Partial<Row>, 'restored');
  }

  /** The changes of a row that the caller may see, the newest first. Throws 404 for any other row. */
  async history(company: Actor, id: string, query: ListChanges): Promise<ChangePage> {
    const row = await this.get(company, id);
    const page = await recordedChanges(
      this.transaction(company),
      this.source.cursors,
      this.resource,
      id,
      query,
    );
    const { anonymous } = this.options;
    if (!anonymous?.when(row) || anonymous.revealedTo(company)) return page;
    return { ...page, data: withoutAuthor(page.data, anonymous, row.createdByUserId) };
  }

  /** Which of `ids` the caller may see, each with whether it is archived. */
  async archivedById(company: Actor, ids: readonly string[]): Promise<Map<string, boolean>> {
    if (ids.length === 0) return new Map();
    const { where, binds } = this.condition(company);
    const text = `SELECT id, archived FROM ${this.table.name} WHERE ${where} AND id = ANY(${binds.add(ids)})`;
    const { client } = this.transaction(company);
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, binds.values);
    return new Map(rows.map(({ id, archived }) => [id, archived]));
  }

  /** Records and publishes a write in its transaction; `change` and its like do so themselves. */
  protected record(
    company: CompanyActor,
    operation: ChangeOperation,
    before: Row | undefined,
    after: Row,
  ): Promise<void> {
    const { sensitive = [], message, anonymous } = this.options;
    return this.source.changes.add(this.transaction(company), {
      resource: this.resource,
      operation,
      before,
      after,
      sensitive,
      actorUserId: company.userId,
      publishedActorUserId: actorOf(anonymous, after, company.userId),
      state: message && (async () => ({ contract: message.contract, payload: await message.of(after) })),
    });
  }

  protected transaction({ companyId }: CompanyActor): CompanyTransaction {
    return this.source.transactions.current(companyId);
  }

  private async lock(company: Actor, id: string): Promise<Row> {
    const row = await this.find(company, id, ' FOR UPDATE');
    if (!row) throw notFound(this.options.what);
    return row;
  }

  private async find(company: Actor, id: string, suffix: string): Promise<Row | undefined> {
    const { where, binds } = this.condition(company);
    const text =
      `SELECT ${this.table.selectList} FROM ${this.table.name} ` +
      `WHERE ${where} AND id = ${binds.add(id)}${suffix}`;
    const { rows } = await execute<Row>(this.transaction(company).client, text, binds.values);
    return rows[0];
  }

  /** The rows of the company that the caller may see, as the beginning of a WHERE clause. */
  private condition(company: Actor): { where: string; binds: Binds } {
    const binds = new Binds();
    const where = `company_id = ${binds.add(company.companyId)}`;
    const visible = this.visible(company);
    return { where: visible ? `${where} AND ${visible(this.table.column, binds)}` : where, binds };
  }

  private async update(
    company: Actor,
    row: Row,
    values: Partial<Row>,
    operation: ChangeOperation,
  ): Promise<Row> {
    const writable = this.table.writable({ ...values, modifiedByUserId: company.userId });
    const changes = writable.map(({ column }, index) => `${column} = $${index + 3}`).join(', ');
    const text =
      `UPDATE ${this.table.name} SET ${changes}, version = version + 1, modified_at = now() ` +
      `WHERE company_id = $1 AND id = $2 RETURNING ${this.table.selectList}`;
    const binds = [company.companyId, row.id, ...writable.map(({ value }) => value)];
    const updated = await this.write(company, text, binds, { ...row, ...values });
    await this.record(company, operation, row, updated);
    return updated;
  }

  /** A savepoint keeps the transaction usable, so that a violated unique key can say which row it collides with. */
  private async write(company: Actor, text: string, binds: unknown[], wanted: object): Promise<Row> {
    const transaction = this.transaction(company);
    await setSavepoint(transaction);
    try {
      const { rows } = await execute<Row>(transaction.client, text, binds);
      const [row] = rows;
      if (!row) throw new Error(`${this.table.name} returned no row`);
      return row;
    } catch (error) {
      const constraint = violatedUnique(error);
      const key = constraint === undefined ? undefined : this.unique[constraint];
      if (!key) throw referenceProblem(error, this.options.references ?? {}) ?? error;
      await backToSavepoint(transaction);
      throw await duplicate(transaction.client, {
        what: this.options.what,
        key,
        row: wanted as Record<string, unknown>,
        companyId: company.companyId,
        table: this.table.name,
        column: this.table.column,
        visible: this.visible(company),
        cause: error,
      });
    }
  }
}
