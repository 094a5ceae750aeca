import { Injectable } from '@nestjs/common';
import type { AuditEntry, Cause } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { lifetimeBounds } from '../lifetimes.js';
import type { Transaction } from '../storage/database/database.js';
import { isCutShort } from '../storage/database/sessionless-grants.js';
import { MOST_ONE_BY_ONE, Revocations } from './revocations.js';

interface EndedGrant {
  id: string;
  clientId: string;
  sid: string | null;
}

/**
 * SQL: nobody has ended the grant itself, and an access token of it may be alive, which was renewed right
 * before the grant's own end. The epoch of its client is not asked for: processes of the release before know
 * none, and go on renewing what they have granted.
 */
const HAS_TOKENS = `grants.revoked_at IS NULL
  AND expires_at > now() - make_interval(secs => ${lifetimeBounds.accessToken.max})`;

/**
 * Ends many grants at once, with what came from them. Several are locked in the order of their ids: whoever
 * ends sessions that have expired has no lock of the user.
 */
@Injectable()
export class GrantEnding {
  constructor(
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Locks grants of the password flow that are as old as a company of their user lets a session be, `most` at
   * once, but for those that are left out. One that another process is ending is left to it.
   */
  async lockExpired({ client }: Transaction, most: number, leftOut: readonly string[]): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM grants WHERE expires_at <= now() AND ${isCutShort} AND id <> ALL ($2)
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [most, leftOut],
    );
    return rows.map(({ id }) => id);
  }

  /** Ends grants that are locked. */
  async endExpired(transaction: Transaction, ids: readonly string[]): Promise<void> {
    const { rows } = await transaction.client.query<{ id: string; userId: string; clientId: string }>(
      `UPDATE grants SET revoked_at = now() WHERE id = ANY ($1)
       RETURNING id, user_id AS "userId", client_id AS "clientId"`,
      [ids],
    );
    await this.revocations.forgetGrants(transaction, ids);
    await this.audit.recordAllIn(
      transaction,
      rows.map(({ id: grantId, ...grant }) => ({
        type: 'grant-ended',
        actor: 'system',
        reason: 'expired',
        grantId,
        ...grant,
      })),
    );
  }

  /** Ends what a user was granted at the clients of these companies; sessions and other clients go on. */
  async endAt(
    transaction: Transaction,
    userId: string,
    companyIds: readonly string[],
    cause: Cause,
  ): Promise<void> {
    const { rows } = await transaction.client.query<EndedGrant>(
      `WITH ended AS (
         UPDATE grants SET revoked_at = now() WHERE id = ANY (ARRAY(
           SELECT grants.id FROM grants JOIN clients ON clients.id = client_id
           WHERE company_id = ANY ($2::uuid[]) AND user_id = $1 AND ${HAS_TOKENS}
           ORDER BY grants.id FOR NO KEY UPDATE OF grants))
         RETURNING id, client_id, sid)
       SELECT id, client_id AS "clientId", sid FROM ended ORDER BY client_id`,
      [userId, companyIds],
    );
    await this.announce(transaction, userId, rows, cause);
  }

  /**
   * Ends the grants of sessions. Those of clients whose offline access goes on lose the session instead:
   * what is renewed by them from then on does not name it, and a code that is still under way counts no more.
   */
  async endOfSessions({ client }: Transaction, sids: readonly string[]): Promise<void> {
    await client.query(
      `UPDATE grants SET sid = CASE WHEN keeps_offline_access THEN NULL ELSE grants.sid END,
                         revoked_at = CASE WHEN keeps_offline_access THEN NULL ELSE now() END
       FROM clients WHERE clients.id = client_id AND grants.id = ANY (ARRAY(
         SELECT id FROM grants WHERE sid = ANY ($1) AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE))`,
      [sids],
    );
  }

  /**
   * Ends all that a user was granted but for the session `keptSid`: what is left of it when the sessions have
   * ended, whatever is known of them.
   */
  async endOf(
    transaction: Transaction,
    userId: string,
    keptSid: string | undefined,
    cause: Cause,
  ): Promise<void> {
    const { rows } = await transaction.client.query<EndedGrant>(
      `WITH ended AS (
         UPDATE grants SET revoked_at = now()
         WHERE user_id = $1 AND (sid IS NULL OR sid IS DISTINCT FROM $2) AND ${HAS_TOKENS}
         RETURNING id, client_id, sid)
       SELECT id, client_id AS "clientId", sid FROM ended ORDER BY client_id`,
      [userId, keptSid ?? null],
    );
    await this.announce(transaction, userId, rows, cause);
  }

  /**
   * Revokes and records what has ended of a user. So many grants at one client that they are revoked as one
   * are one record, too: the newest records of all alone fit into the stream of the audit trail.
   */
  private async announce(
    transaction: Transaction,
    userId: string,
    grants: readonly EndedGrant[],
    cause: Cause,
  ): Promise<void> {
    if (grants.length === 0) return;
    const byClient = [...Map.groupBy(grants, (grant) => grant.clientId)];
    await this.revocations.revokeGrants(
      transaction,
      byClient.map(([clientId, ended]) => ({
        holder: { sub: userId, clientId },
        grantIds: ended.map(({ id }) => id),
      })),
    );
    const entries: AuditEntry[] = [];
    for (const [clientId, ended] of byClient) {
      const end: AuditEntry = { type: 'grant-ended', ...cause, userId, clientId };
      if (ended.length > MOST_ONE_BY_ONE) entries.push({ ...end, details: { grants: ended.length } });
      else for (const { id: grantId, sid } of ended) entries.push({ ...end, grantId, sid });
    }
    await this.audit.recordAllIn(transaction, entries);
  }
}
