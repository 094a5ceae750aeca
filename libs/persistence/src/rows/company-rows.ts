import type { ChangeActor, ChangePage, CompanyContext, ListChanges } from '@safety/contracts';
import { type Change, checkPrecondition, notFound, type Precondition, ProblemError } from '@safety/platform';
import { withoutAuthor } from '../changes/anonymity.js';
import { recordedChanges } from '../changes/recorded-changes.js';
import type { CompanyRecord, NewRow } from '../company-record.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';
import { RecordedRows } from './recorded-rows.js';
import { allOf, type Condition } from './sql.js';
import { seen } from './visible-rows.js';

/** Judges the locked row before anything of the request counts: throws 403 or 409. */
export type Authorise<Row> = (row: Row) => void | Promise<void>;

type Stored<Row> = Partial<Row> | undefined;

/** How a row becomes what a request wants. */
export interface Edit<Value, Row> {
  authorise?: Authorise<Row>;
  /** The row as it is read, for a merge patch; default the row as it is stored. */
  read?: (row: Row) => object | Promise<object>;
  /**
   * Turns the body, which is checked by then, into what is stored; default the body itself. Without a value
   * the row stays as it is.
   */
  values?: (wanted: Value, row: Row) => Stored<Row> | Promise<Stored<Row>>;
}

/**
 * The rows of one tenant table, inside the current company transaction. Each resource has a class that
 * extends this one and states its options. The company is always the first argument. A write checks in this
 * order: 404, 403, 409, 412 and 428, then 400, 415 and 422 for the body.
 * @typeParam Further kinds of author that `history` may name beside `ChangeActor`; null: an unknown author
 */
export class CompanyRows<
  Row extends CompanyRecord,
  Actor extends CompanyActor = CompanyContext,
  Further extends string | null = null,
> extends RecordedRows<Row, Actor, Further> {
  /**
   * All rows of the company, regardless of what the caller may see, for the service itself. An answer holds
   * one only where the caller has just written it, or may see the row that it is a part of.
   */
  get unrestricted(): CompanyRows<Row, CompanyActor, Further> {
    return Object.create(this, { visible: { value: () => undefined }, mayRead: { value: () => true } });
  }

  /** The same rows for every verb, as far as they meet a further condition, such as those of one parent. */
  within(condition: Condition | undefined): CompanyRows<Row, Actor, Further> {
    return seen(this, (company: Actor) => allOf(this.visible(company), condition));
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
    const row = await this.authorised(company, id, authorise);
    if (row.archived) throw new ProblemError('archived', { detail: `The ${this.options.what} is archived.` });
    checkPrecondition(change.precondition, row.version);
    const stored = await values(change.of(await read(row)), row);
    if (!stored) return row;
    return this.update(company, row, stored, stored.archivedAt ? 'archived' : 'changed');
  }

  /** Archives a row; one that is archived already stays as it is. */
  async archive(
    company: Actor,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Row>,
  ): Promise<void> {
    const row = await this.authorised(company, id, authorise);
    if (row.archived) return;
    checkPrecondition(precondition, row.version);
    const archivedAt = await this.transaction(company).startedAt;
    const archived: Partial<CompanyRecord> = { archivedAt, archivedByUserId: company.userId };
    if (this.options.archivedForGood) archived.externalId = null;
    await this.update(company, row, archived as Partial<Row>, 'archived');
  }

  /** Brings an archived row back; one that is not archived stays as it is. Throws 409 `duplicate`. */
  async restore(
    company: Actor,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Row>,
  ): Promise<Row> {
    const row = await this.authorised(company, id, authorise);
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
    const row = await this.authorised(company, id, authorise);
    checkPrecondition(precondition, row.version);
    const { client } = this.transaction(company);
    // around visible: this is the class of rows; the row is authorised above, and recorded below
    const text = `DELETE FROM ${this.table.name} WHERE company_id = $1 AND id = $2`;
    await execute(client, text, [company.companyId, id]);
    const emptied = Object.fromEntries(Object.keys(row).map((member) => [member, null]));
    await this.record(company, 'deleted', row, { ...row, ...emptied, id, version: row.version + 1 });
  }

  /** The changes of a row that the caller may see, the newest first. Throws 404 for any other row. */
  async history(company: Actor, id: string, query: ListChanges): Promise<ChangePage<ChangeActor | Further>> {
    const row = await this.get(company, id);
    const { anonymous, actorSql } = this.options;
    const page = await recordedChanges<ChangeActor | Extract<Further, string>>(
      this.transaction(company),
      this.source.cursors,
      this.resource,
      id,
      query,
      actorSql,
    );
    if (!anonymous?.when(row) || anonymous.revealedTo(company)) return page;
    const data = withoutAuthor(page.data, anonymous, row.createdByUserId);
    // Rows that have `anonymous` have null among their further kinds.
    return { ...page, data } as ChangePage<ChangeActor | Further>;
  }

  /**
   * The changes of a row that the caller has deleted, and that nobody else has ever written. Throws 404 for
   * any other.
   */
  protected async ownDeleted(company: Actor, id: string, query: ListChanges): Promise<ChangePage> {
    const transaction = this.transaction(company);
    const text = `SELECT FROM changes AS c WHERE company_id = $1 AND resource = $2 AND id = $3
      AND operation = 'deleted' AND NOT EXISTS (
        SELECT FROM changes AS other
        WHERE other.company_id = $1 AND other.resource = $2 AND other.id = $3 AND (other.number > c.number
          OR coalesce(other.actor_user_id::text, other.client_id) IS DISTINCT FROM $4))`;
    const values = [company.companyId, this.resource, id, company.userId];
    if ((await execute(transaction.client, text, values)).rowCount === 0) throw notFound(this.options.what);
    return recordedChanges(transaction, this.source.cursors, this.resource, id, query);
  }

  /** The locked row, once the caller may write it. */
  private async authorised(company: Actor, id: string, authorise: Authorise<Row> | undefined): Promise<Row> {
    const row = await this.lock(company, id);
    await authorise?.(row);
    return row;
  }
}
