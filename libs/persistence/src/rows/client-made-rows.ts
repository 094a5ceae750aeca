import type { CompanyContext } from '@safety/contracts';
import { type Added, type Precondition, ProblemError } from '@safety/platform';
import type { ClientMadeRecord, NewRow } from '../company-record.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';
import { type Authorise, CompanyRows } from './company-rows.js';

/** An id of the company stands for a row, with the digest of its request, or for one that was deleted. */
interface KnownId {
  digest: Buffer | null;
  deletedByUserId: string | null;
}

/**
 * Rows whose ids clients may make (`saved` with `id: 'byClient'`). A client that was offline repeats its
 * request at any time, long after an `Idempotency-Key` is forgotten.
 */
export class ClientMadeRows<
  Row extends ClientMadeRecord,
  Actor extends CompanyActor = CompanyContext,
> extends CompanyRows<Row, Actor> {
  /**
   * Adds the row that `body` wants, once. To its creator the same body with the same id yields the row as it
   * is now, changed or archived since; others could guess what they may not read. Throws 409 `duplicate` for
   * them, for another body, and for a row that the caller may not see, which it does not name. The id of a
   * deleted row stays in use, so that no repetition brings it back.
   * @param values what is stored; called for a new row alone, so that a repeated request is not judged again
   */
  async addOnce(
    company: Actor,
    body: object & { id?: string | undefined },
    values: () => NewRow<Row> | Promise<NewRow<Row>>,
  ): Promise<Added<Row>> {
    const { id } = body;
    if (id === undefined) return { row: await this.add(company, await values()), isNew: true };
    await this.takeTurns(company, id);
    const { digests } = this.source;
    const known = await this.knownId(company, id);
    if (known === undefined) {
      const row = await this.insert(company, { ...(await values()), id, creationDigest: digests.of(body) });
      return { row, isNew: true };
    }
    const row = await this.find(company, id);
    const isCreator = row?.createdByUserId === company.userId;
    if (row && isCreator && known.digest && digests.matches(known.digest, body)) return { row, isNew: false };
    const { what } = this.options;
    const detail = isDeletedBy(company, known)
      ? `You have deleted the ${what}.`
      : `Another ${what} has this id.`;
    throw idInUse(detail, row);
  }

  /** Removes a row for good. Its id stays in use, since its values stay in the change record. */
  override async delete(
    company: Actor,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Row>,
  ): Promise<void> {
    await super.delete(company, id, precondition, authorise);
    const { client } = this.transaction(company);
    // A process of the release before may have taken the id of a deleted row once more.
    const text =
      'INSERT INTO deleted_rows (company_id, resource, id, deleted_by_user_id) VALUES ($1, $2, $3, $4) ' +
      'ON CONFLICT DO NOTHING';
    await execute(client, text, [company.companyId, this.resource, id, company.userId]);
  }

  /** Whether the caller has deleted the row already. Take turns before: it may be on its way. */
  protected async isDeletedBy(company: Actor, id: string): Promise<boolean> {
    return isDeletedBy(company, await this.knownId(company, id));
  }

  /** Makes requests about an id take turns until their transactions end. */
  protected takeTurns(company: Actor, id: string): Promise<void> {
    return this.source.transactions.takeTurns(company.companyId, `${this.resource} ${id}`);
  }

  /** That a row was deleted comes first: a resource may keep a trace of it. */
  private async knownId(company: Actor, id: string): Promise<KnownId | undefined> {
    const text =
      'SELECT creation_digest AS digest, NULL::uuid AS "deletedByUserId" ' +
      `FROM ${this.table.name} WHERE company_id = $1 AND id = $2 ` +
      'UNION ALL SELECT NULL, deleted_by_user_id FROM deleted_rows ' +
      'WHERE company_id = $1 AND resource = $3 AND id = $2 ORDER BY "deletedByUserId" NULLS LAST';
    const { client } = this.transaction(company);
    const { rows } = await execute<KnownId>(client, text, [company.companyId, id, this.resource]);
    return rows[0];
  }
}

const isDeletedBy = ({ userId }: CompanyActor, known: KnownId | undefined): boolean =>
  userId !== null && known?.deletedByUserId === userId;

const idInUse = (detail: string, row: { id: string } | undefined): ProblemError =>
  new ProblemError('duplicate', {
    detail,
    errors: [{ pointer: '/id', code: 'duplicate', detail: 'Is in use already.' }],
    extensions: { conflictingId: row?.id ?? null },
  });
