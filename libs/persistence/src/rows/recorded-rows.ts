import type { ChangeOperation, CompanyContext } from '@safety/contracts';
import type { ProblemError } from '@safety/platform';
import type { EntityTarget } from 'typeorm';
import { v7 as newId } from 'uuid';
import { type Anonymity, actorOf } from '../changes/anonymity.js';
import type { RowMessage } from '../changes/change-publisher.js';
import type { HiddenMembers, RecordedWrite } from '../changes/change-record.js';
import type { CompanyRecord, NewRow } from '../company-record.js';
import { actingUserOf, type CompanyActor } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';
import { referenceProblem, violatedUnique } from './constraints.js';
import type { RowsSource } from './rows-source.js';
import { backToSavepoint, setSavepoint } from './savepoint.js';
import { insertStatement, type Statement, updateStatement } from './statements.js';
import { duplicate, type UniqueKey } from './unique-keys.js';
import { VisibleRows, type VisibleRowsOptions } from './visible-rows.js';

/** A name that an option of a row may use: a typo does not compile. */
type PropertyOf<Row> = keyof Row & string;

/** How rows are read, and what is kept of their changes. */
type ReadOptions<Actor extends CompanyActor, Row> = HiddenMembers<PropertyOf<Row>> &
  VisibleRowsOptions<Actor, PropertyOf<Row>>;

/** How rows are read, written, recorded and published. */
export type RowsOptions<
  Actor extends CompanyActor = CompanyContext,
  Row extends CompanyRecord = CompanyRecord,
  Further extends string | null = null,
> = ReadOptions<Actor, Row> & {
  /** Unique keys beyond the external id, by the name of their constraint; a violation is 409 `duplicate`. */
  unique?: Readonly<Record<string, UniqueKey<PropertyOf<Row>>>>;
  /** The property that names the person whose part a row is: 409 `duplicate` says whose the other one is. */
  person?: PropertyOf<Row>;
  /**
   * The message that every write publishes, for a resource whose whole state other services keep. A resource
   * without it publishes the bare change: `resourceChanged` of its service.
   */
  message?: RowMessage<Row>;
  /** Rows whose author stays unknown, in `history` and in messages. */
  anonymous?: null extends Further ? Anonymity<Actor, Row> : never;
  /** Nothing brings an archived row back: it gives its external id up, for another row to have. */
  archivedForGood?: true;
  /** SQL of the kind of author in `history`, for a service whose change record knows further kinds. */
  actorSql?: Extract<Further, string> extends never ? never : string;
  /** Foreign keys, each with the property that names the other row; a violation is 422 `not-found`. */
  references?: Readonly<Record<string, PropertyOf<Row>>>;
  /** Called in the transaction of each write, for rows of other tables that follow from it. */
  written?: (company: CompanyActor, after: Row, before: Row | undefined) => void | Promise<void>;
};

/** Writing: each write of a row is recorded and published in its transaction. */
export abstract class RecordedRows<
  Row extends CompanyRecord,
  Actor extends CompanyActor,
  Further extends string | null,
> extends VisibleRows<Row, Actor> {
  /** In the change record: the name of the table. */
  protected readonly resource: string;
  private readonly unique: Readonly<Record<string, UniqueKey>>;

  constructor(
    source: RowsSource,
    entity: EntityTarget<Row>,
    protected readonly options: RowsOptions<Actor, Row, Further>,
  ) {
    super(source, entity, options);
    this.resource = source.dataSource.getMetadata(entity).tableName;
    source.declareUnique(Object.keys(options.unique ?? {}));
    this.unique = { [`${this.resource}_external_id_key`]: { properties: ['externalId'] }, ...options.unique };
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
    rows: readonly { before?: Row; after: Row }[],
  ): Promise<void> {
    const { message } = this.options;
    let all: Promise<unknown[]> | undefined;
    const payload = async (index: number) => {
      all ??= message?.ofAll?.(rows.map(({ after }) => after));
      return (await all)?.[index];
    };
    const writes = rows.map(({ before, after }, index) =>
      this.recorded(company, operation, before, after, message?.ofAll && (() => payload(index))),
    );
    await this.source.changes.addAll(this.transaction(company), writes);
    for (const { before, after } of rows) await this.options.written?.(company, after, before);
  }

  private recorded(
    company: CompanyActor,
    operation: ChangeOperation,
    before: Row | undefined,
    after: Row,
    payload: (() => unknown) | undefined = undefined,
  ): RecordedWrite {
    const { sensitive, inner, message, anonymous } = this.options;
    // A deleted row says nothing any more, of its author neither.
    const authored = (operation === 'deleted' && before) || after;
    const payloadOf = payload ?? (() => message?.of(after));
    return {
      resource: this.resource,
      operation,
      before,
      after,
      sensitive,
      inner,
      actorUserId: actingUserOf(company),
      publishedActorUserId: actorOf(anonymous, authored, actingUserOf(company)),
      isOfSystem: company.userId === null,
      state: message && (async () => ({ contract: message.contract, payload: await payloadOf() })),
    };
  }

  /** Adds a row with columns that no caller of `add` gives. */
  protected async insert(company: Actor, values: NewRow<Row> & object): Promise<Row> {
    const { companyId, userId } = company;
    const row = { ...values, companyId, id: values.id ?? newId() };
    const written = { ...row, createdByUserId: userId, modifiedByUserId: userId };
    // around visible: this is the class of rows, which records what it writes
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
      throw await this.duplicateOf(company, key, wanted, error);
    }
  }

  /** 409 `duplicate` for a row of which another one of the table has a key already. */
  protected duplicateOf(
    company: Actor,
    key: UniqueKey,
    wanted: object,
    cause?: unknown,
  ): Promise<ProblemError> {
    return duplicate(this.transaction(company).client, {
      what: this.options.what,
      key,
      person: this.options.person,
      row: wanted as Record<string, unknown>,
      companyId: company.companyId,
      table: this.table.name,
      column: this.table.column,
      readable: this.mayRead(company) ? this.visible(company) : 'no row',
      archivedForGood: this.options.archivedForGood,
      cause,
    });
  }
}
