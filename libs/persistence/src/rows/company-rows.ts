import type { ChangeOperation, ChangePage, CompanyContext, ListChanges } from '@safety/contracts';
import { type Change, checkPrecondition, type Precondition, ProblemError } from '@safety/platform';
import type { EntityTarget } from 'typeorm';
import { v7 as newId } from 'uuid';
import { type Anonymity, actorOf, withoutAuthor } from '../changes/anonymity.js';
import type { RowMessage } from '../changes/change-publisher.js';
import type { RecordedWrite } from '../changes/change-record.js';
import { recordedChanges } from '../changes/recorded-changes.js';
import type { CompanyRecord, NewRow } from '../company-record.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { referenceProblem, violatedUnique } from './constraints.js';
import type { RowsSource } from './rows-source.js';
import { backToSavepoint, setSavepoint } from './savepoint.js';
import { allOf, type Condition } from './sql.js';
import { insertStatement, type Statement, updateStatement } from './statements.js';
import { execute } from './table.js';
import { duplicate, type UniqueKey } from './unique-keys.js';
import { type Visibility, VisibleRows, type VisibleRowsOptions } from './visible-rows.js';

export type RowsOptions<
  Actor extends CompanyActor = CompanyContext,
  Row extends CompanyRecord = CompanyRecord,
> = VisibleRowsOptions<Actor> & {
  /** Unique keys beyond the external id, by the name of their constraint; a violation is 409 `duplicate`. */
  unique?: Readonly<Record<string, UniqueKey>>;
  /** Members whose changes are recorded by name alone. */
  sensitive?: readonly string[];
  /**
   * The message that every write publishes, for a resource whose whole state other services keep. A resource
   * without it publishes the bare change: `resourceChanged` of its service.
   */
  message?: RowMessage<Row>;
  /** Rows whose author stays unknown, in `history` and in messages. */
  anonymous?: Anonymity<Actor, Row>;
  /** Foreign keys, each with the property that names the other row; a violation is 422 `not-found`. */
  references?: Readonly<Record<string, string>>;
  /** Called in the transaction of each write, for rows of other tables that follow from it. */
  written?: (company: CompanyActor, after: Row, before: Row | undefined) => void | Promise<void>;
};

/** Judges the locked row before anything of the request counts: throws 403 or 409. */
export type Authorise<Row> = (row: Row) => void | Promise<void>;

/** How a row becomes what a request wants. */
export interface Edit<Value, Row> {
  authorise?: Authorise<Row>;
  /** The row as it is read, for a merge patch; default the row as it is stored. */
  read?: (row: Row) => object | Promise<object>;
  /** Turns the body, which is checked by then, into what is stored; default the body itself. */
  values?: (wanted: Value, row: Row) => Partial<Row> | Promise<Partial<Row>>;
}

/**
 * The rows of one tenant table, inside the current company transaction. Each resource has a class that
 * extends this one and states its options. The company is always the first argument. A write checks in this
 * order: 404, 403, 409, 412 and 428, then 400, 415 and 422 for the body.
 */
export class CompanyRows<
  Row extends CompanyRecord,
  Actor extends CompanyActor = CompanyContext,
> extends VisibleRows<Row, Actor> {
  /** In the change record: the name of the table. */
  protected readonly resource: string;
  private readonly unique: Readonly<Record<string, UniqueKey>>;

  constructor(
    source: RowsSource,
    entity: EntityTarget<Row>,
    protected readonly options: RowsOptions<Actor, Row>,
  ) {
    super(source, entity, options);
    this.resource = source.dataSource.getMetadata(entity).tableName;
    this.unique = { [`${this.resource}_external_id_key`]: { properties: ['externalId'] }, ...options.unique };
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

  /** Adds a row as version 1. Throws 409 `duplicate` with `conflictingId`. */
  add(company: Actor, values: NewRow<Row>): Promise<Row> {
    return this.insert(company, values);
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
    { authorise, read = (row) => row, values = (wanted) => wanted as Partial<Row> }: Edit<Value, Row> = {},
  ): Promise<Row> {
    const row = await this.lock(company, id);
    await authorise?.(row);
    if (row.archived) throw new ProblemError('archived', { detail: `The ${this.options.what} is archived.` });
    checkPrecondition(change.precondition, row.version);
    return this.update(company, row, await values(change.of(await read(row)), row), 'changed');
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

  /** Removes a row for good, of a resource that archives none. Its values stay in the change record. */
  async delete(
    company: Actor,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Row>,
  ): Promise<void> {
    const row = await this.lock(company, id);
    await authorise?.(row);
    checkPrecondition(precondition, row.version);
    const { client } = this.transaction(company);
    const text = `DELETE FROM ${this.table.name} WHERE company_id = $1 AND id = $2`;
    await execute(client, text, [company.companyId, id]);
    const emptied = Object.fromEntries(Object.keys(row).map((member) => [member, null]));
    await this.record(company, 'deleted', row, { ...row, ...emptied, id, version: row.version + 1 });
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

  /** Records and publishes a write in its transaction; `change` and its like do so themselves. */
  protected async record(
    company: CompanyActor,
    operation: ChangeOperation,
    before: Row | undefined,
    after: Row,
  ): Promise<void> {
    await this.source.changes.add(
      this.transaction(company),
      this.recorded(company, operation, before, after),
    );
    await this.options.written?.(company, after, before);
  }

  /** Records and publishes one operation on many rows, which a statement of the subclass has written. */
  protected async recordAll(
    company: CompanyActor,
    operation: ChangeOperation,
    rows: readonly { before: Row; after: Row }[],
  ): Promise<void> {
    const writes = rows.map(({ before, after }) => this.recorded(company, operation, before, after));
    await this.source.changes.addAll(this.transaction(company), writes);
    for (const { before, after } of rows) await this.options.written?.(company, after, before);
  }

  private recorded(
    company: CompanyActor,
    operation: ChangeOperation,
    before: Row | undefined,
    after: Row,
  ): RecordedWrite {
    const { sensitive = [], message, anonymous } = this.options;
    return {
      resource: this.resource,
      operation,
      before,
      after,
      sensitive,
      actorUserId: company.userId,
      publishedActorUserId: actorOf(anonymous, after, company.userId),
      state: message && (async () => ({ contract: message.contract, payload: await message.of(after) })),
    };
  }

  /** Adds a row with columns that no caller of `add` gives. */
  protected async insert(company: Actor, values: NewRow<Row> & object): Promise<Row> {
    const { companyId, userId } = company;
    const row = { ...values, companyId, id: values.id ?? newId() };
    const written = { ...row, createdByUserId: userId, modifiedByUserId: userId };
    const added = await this.write(company, insertStatement(this.table, written), row);
    await this.record(company, 'added', undefined, added);
    return added;
  }

  /** Stores the changes of a locked row, and raises its version. */
  protected async update(
    company: Actor,
    row: Row,
    values: Partial<Row>,
    operation: ChangeOperation,
  ): Promise<Row> {
    const written = { ...values, modifiedByUserId: company.userId };
    const statement = updateStatement(this.table, row, written);
    const updated = await this.write(company, statement, { ...row, ...values });
    await this.record(company, operation, row, updated);
    return updated;
  }

  /**
   * A savepoint keeps the transaction usable, so that a violated unique key can say which row it collides
   * with.
   */
  private async write(company: Actor, { text, values }: Statement, wanted: object): Promise<Row> {
    const transaction = this.transaction(company);
    await setSavepoint(transaction);
    try {
      const { rows } = await execute<Row>(transaction.client, text, values);
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
