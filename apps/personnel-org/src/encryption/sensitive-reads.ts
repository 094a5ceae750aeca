import { Injectable } from '@nestjs/common';
import type { ListPersonnelAudit, PersonnelAudit } from '@safety/contracts';
import {
  actingUserOf,
  type CompanyActor,
  CompanyTransactions,
  Cursors,
  cursorScope,
  execute,
  LARGEST_BIGINT,
} from '@safety/persistence';
import { requestContext } from '@safety/platform';

/** Sensitive members of one person that an answer holds. */
export interface SensitiveRead {
  personnelId: string;
  members: readonly string[];
}

type Entry = PersonnelAudit['data'][number];
type StoredRead = Pick<Entry, 'changedAt' | 'changedByUserId' | 'clientId' | 'requestId'> & {
  number: string;
  members: string[];
};

/** A read as an entry of the audit: it names the members, and no value was ever kept. */
const entryOf = (personnelId: string, { number, members, ...read }: StoredRead): Entry => ({
  ...read,
  resource: 'person',
  resourceId: personnelId,
  version: null,
  operation: 'read',
  actor: read.changedByUserId === null ? 'client' : 'user',
  members: members.map((member) => ({ member, from: null, to: null, redacted: true })),
});

/** Keeps for good who read which sensitive members of whom. Nothing of them is kept. */
@Injectable()
export class SensitiveReads {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly cursors: Cursors,
  ) {}

  /** A page of the reads of one person, the newest first. Throws 400 `invalid-cursor`. */
  async page(
    { companyId }: CompanyActor,
    personnelId: string,
    { limit, cursor }: ListPersonnelAudit,
  ): Promise<PersonnelAudit> {
    const scope = cursorScope(companyId, 'sensitive-reads', personnelId);
    const [before = LARGEST_BIGINT] = cursor === undefined ? [] : this.cursors.decode(scope, cursor);
    // A bare number would be the text of the answer, by which 9 comes after 10.
    const text = `SELECT r.number::text, r.read_at AS "changedAt", r.user_id AS "changedByUserId",
        r.client_id AS "clientId", r.request_id AS "requestId", r.members
      FROM sensitive_reads AS r WHERE r.company_id = $1 AND r.personnel_id = $2 AND r.number < $3
      ORDER BY r.number DESC LIMIT $4`;
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<StoredRead>(client, text, [companyId, personnelId, before, limit + 1]);
    const { data, page } = this.cursors.page(scope, rows, limit, ({ number }) => [number]);
    return { data: data.map((read) => entryOf(personnelId, read)), page };
  }

  /** Records reads in the transaction of the request: what cannot be recorded is not answered. */
  async add(company: CompanyActor, reads: readonly SensitiveRead[]): Promise<void> {
    const shown = reads.filter(({ members }) => members.length > 0);
    if (shown.length === 0) return;
    const { companyId } = company;
    const { client } = this.transactions.current(companyId);
    const { clientId = null, requestId = null } = requestContext() ?? {};
    const text = `INSERT INTO sensitive_reads (company_id, personnel_id, members, user_id, client_id, request_id)
      SELECT $1, r.personnel_id, r.members, $2, $3, $4
      FROM jsonb_to_recordset($5) AS r(personnel_id uuid, members text[])`;
    const rows = shown.map(({ personnelId, members }) => ({ personnel_id: personnelId, members }));
    await execute(client, text, [
      companyId,
      actingUserOf(company),
      clientId,
      requestId,
      JSON.stringify(rows),
    ]);
  }
}
