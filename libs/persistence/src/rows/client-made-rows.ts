import type { CompanyContext } from '@safety/contracts';
import { type Added, ProblemError } from '@safety/platform';
import type { ClientMadeRecord, NewRow } from '../company-record.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { CompanyRows } from './company-rows.js';
import { execute } from './table.js';

/**
 * Rows whose ids clients may make (`saved` with `id: 'byClient'`). A client that was offline repeats its
 * request at any time, long after an `Idempotency-Key` is forgotten.
 */
export class ClientMadeRows<
  Row extends ClientMadeRecord,
  Actor extends CompanyActor = CompanyContext,
> extends CompanyRows<Row, Actor> {
  /**
   * Adds the row that `body` wants, once. The same body with the same id yields the row as it is now, changed
   * or archived since. Throws 409 `duplicate` for another body, and for a row that the caller may not see,
   * which it does not name.
   * @param values what is stored; called for a new row alone, so that a repeated request is not judged again
   */
  async addOnce(
    company: Actor,
    body: object & { id?: string | undefined },
    values: () => NewRow<Row> | Promise<NewRow<Row>>,
  ): Promise<Added<Row>> {
    const { id } = body;
    if (id === undefined) return { row: await this.add(company, await values()), isNew: true };
    await this.source.transactions.takeTurns(company.companyId, `${this.resource} ${id}`);
    const { digests } = this.source;
    const known = await this.digestOf(company, id);
    if (known === undefined) {
      const row = await this.insert(company, { ...(await values()), id, creationDigest: digests.of(body) });
      return { row, isNew: true };
    }
    const row = await this.find(company, id);
    if (row && known && digests.matches(known, body)) return { row, isNew: false };
    throw idInUse(this.options.what, row);
  }

  /** The digest of the request that has added a row of the company; undefined when there is no such row. */
  private async digestOf(company: Actor, id: string): Promise<Buffer | null | undefined> {
    const text = `SELECT creation_digest AS digest FROM ${this.table.name} WHERE company_id = $1 AND id = $2`;
    const { client } = this.transaction(company);
    const { rows } = await execute<{ digest: Buffer | null }>(client, text, [company.companyId, id]);
    return rows[0]?.digest;
  }
}

const idInUse = (what: string, row: { id: string } | undefined): ProblemError =>
  new ProblemError('duplicate', {
    detail: `Another ${what} has this id.`,
    errors: [{ pointer: '/id', code: 'duplicate', detail: 'Is in use already.' }],
    extensions: { conflictingId: row?.id ?? null },
  });
