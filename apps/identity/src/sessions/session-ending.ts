import { Injectable } from '@nestjs/common';
import { NIL as NO_ID } from 'uuid';
import type { Cause } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { type EndedSession, LogoutDeliveries, type ToldClient } from '../logout/logout-deliveries.js';
import { Database, type Transaction } from '../storage/database/database.js';
import { GrantEnding } from './grant-ending.js';
import { Revocations } from './revocations.js';

interface SignedInSession {
  sid: string;
  userId: string;
  payload: { authorizations?: Record<string, unknown> };
}

/** The details of ending all sessions and grants of a user. */
interface Circumstances extends Cause {
  /** The session that goes on. */
  keptSid?: string | undefined;
}

/** The user of a session: one whose row has lost its user still has that user's grants. */
const USER = `COALESCE(user_id, (SELECT grants.user_id FROM grants
  WHERE grants.sid = sessions.sid AND revoked_at IS NULL LIMIT 1))`;

/** SQL. A minute ago, since a request under way that stores its session may have begun before. */
const EXPIRED = "expires_at = now() - interval '1 minute', version = version + 1";

/** SQL: whatever was proven before counts for nothing. */
const NEXT_EPOCH = 'sign_in_epoch = sign_in_epoch + 1';

/** Of sessions that expire at once, and of users. */
const BATCH_SIZE = 500;

/** So many sessions of a user end at once, within the time of a transaction. */
const MOST_SESSIONS_AT_ONCE = 100;

/** Ends sessions: the one way for every reason a session can end. */
@Injectable()
export class SessionEnding {
  constructor(
    private readonly database: Database,
    private readonly revocations: Revocations,
    private readonly grants: GrantEnding,
    private readonly deliveries: LogoutDeliveries,
    private readonly audit: AuditTrail,
  ) {}

  /** The clients that are told of the end of a session; only the one that is given. */
  clientsTold(sid: string, onlyClientId?: string): Promise<ToldClient[]> {
    return this.deliveries.clientsOf(sid, onlyClientId);
  }

  /**
   * Ends one session in a transaction of its own, unless somebody other than `userId` is signed in to it:
   * with undefined, it is one that nobody has signed in to. Resolves with whether a session has ended.
   */
  end(sid: string, userId: string | undefined, cause?: Cause): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const { rowCount } = await transaction.client.query(
        'SELECT FROM sessions WHERE sid = $1 AND ended_at IS NULL AND (user_id IS NULL OR user_id = $2) FOR UPDATE',
        [sid, userId ?? null],
      );
      return rowCount === 1 && (await this.endIn(transaction, [sid], cause)) === 1;
    });
  }

  /**
   * Locks signed-in sessions that nobody came back to in time, `most` at once, but for those that are left
   * out. A session that another process is ending is left to it.
   */
  async lockExpired({ client }: Transaction, most: number, leftOut: readonly string[]): Promise<string[]> {
    const { rows } = await client.query<{ sid: string }>(
      `SELECT sid FROM sessions
       WHERE expires_at <= now() AND ended_at IS NULL AND ${USER} IS NOT NULL AND sid <> ALL ($2)
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [most, leftOut],
    );
    return rows.map(({ sid }) => sid);
  }

  /** Ends sessions that are locked. */
  async endExpired(transaction: Transaction, sids: readonly string[]): Promise<void> {
    await this.endIn(transaction, sids, { actor: 'system', reason: 'expired' });
  }

  /**
   * Ends whatever `userId` is signed in to, grants without a session too, but for the session `keptSid`: for
   * a changed password, a user who was disabled or left the last company, and "sign out everywhere". A
   * sign-in that is under way comes to nothing. Of a user with very many sessions most expire immediately,
   * and their clients are told as of any that has expired.
   */
  async endAllOf(
    transaction: Transaction,
    userId: string,
    { keptSid, ...cause }: Circumstances = {},
  ): Promise<void> {
    await transaction.client.query(`UPDATE users SET ${NEXT_EPOCH} WHERE id = $1`, [userId]);
    const { rows } = await transaction.client.query<{ sid: string }>(
      `SELECT sid FROM sessions
       WHERE (user_id = $1 OR user_id IS NULL AND sid IN (SELECT sid FROM grants WHERE user_id = $1 AND revoked_at IS NULL))
         AND ended_at IS NULL AND sid IS DISTINCT FROM $2 ORDER BY sid FOR UPDATE`,
      [userId, keptSid ?? null],
    );
    const sids = rows.map(({ sid }) => sid);
    await this.endIn(transaction, sids.slice(0, MOST_SESSIONS_AT_ONCE), cause);
    await this.expire(transaction, userId, sids.slice(MOST_SESSIONS_AT_ONCE));
    await this.grants.endOf(transaction, userId, keptSid, cause);
  }

  /**
   * Lets every session expire, some at once; the clients are told as of any that has expired. Sign-ins that
   * are under way come to nothing. Resolves with the number of sessions.
   */
  async expireAll(): Promise<number> {
    await this.endSignIns();
    const expireSome = () =>
      this.database.change(
        `UPDATE sessions SET ${EXPIRED} WHERE sid IN (
           SELECT sid FROM sessions WHERE ended_at IS NULL AND expires_at > now() LIMIT ${BATCH_SIZE} FOR UPDATE)`,
      );
    let expired = 0;
    for (let some = BATCH_SIZE; some === BATCH_SIZE; expired += some) some = await expireSome();
    return expired;
  }

  /** Those of every user that are under way, of some users at once. */
  private async endSignIns(): Promise<void> {
    for (let last: string | undefined = NO_ID; last; ) {
      const rows: { id: string }[] = await this.database.rows(
        `UPDATE users SET ${NEXT_EPOCH} WHERE id IN (
           SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE) RETURNING id`,
        [last],
      );
      last = rows
        .map(({ id }) => id)
        .sort()
        .at(-1);
    }
  }

  /**
   * Ends locked sessions with their grants and refresh tokens, and commits in the same transaction what has
   * to be told: one logout call for each client of a session, and `session-ended.v1`. It takes as many
   * statements as for one. Ending a session again does nothing. Resolves with the number of those that have
   * ended.
   */
  private async endIn(
    transaction: Transaction,
    lockedSids: readonly string[],
    cause: Cause = {},
  ): Promise<number> {
    const ended = await this.markEnded(transaction, lockedSids);
    if (ended.length === 0) return 0;
    const sids = ended.map(({ sid }) => sid);
    await this.deliveries.schedule(transaction, await this.withClients(transaction, ended));
    await this.grants.endOfSessions(transaction, sids);
    await this.revocations.revokeSessions(transaction, ended);
    await this.audit.recordAllIn(
      transaction,
      ended.map(({ sid, userId }) => ({ type: 'session-ended', userId, sid, ...cause })),
    );
    return ended.length;
  }

  /**
   * Lets sessions expire, with all that the user was issued, by tokens of the session that is kept too: it
   * renews them.
   */
  private async expire(transaction: Transaction, userId: string, sids: readonly string[]): Promise<void> {
    if (sids.length === 0) return;
    await transaction.client.query(
      `UPDATE sessions SET user_id = coalesce(user_id, $2), ${EXPIRED} WHERE sid = ANY ($1)`,
      [sids, userId],
    );
    await this.grants.endOfSessions(transaction, sids);
    await this.revocations.revokeUser(transaction, userId);
  }

  /** By its grants, and by the session itself for those whose grant is so old that it was removed. */
  private async withClients(
    { client }: Transaction,
    sessions: readonly SignedInSession[],
  ): Promise<EndedSession[]> {
    const { rows } = await client.query<{ sid: string; id: string }>(
      'SELECT DISTINCT sid, client_id AS id FROM grants WHERE sid = ANY ($1)',
      [sessions.map(({ sid }) => sid)],
    );
    const granted = Map.groupBy(rows, ({ sid }) => sid);
    return sessions.map(({ sid, userId, payload }) => {
      const ids = (granted.get(sid) ?? []).map(({ id }) => id);
      return { sid, userId, clientIds: [...new Set([...ids, ...Object.keys(payload.authorizations ?? {})])] };
    });
  }

  /** Resolves with those that somebody was signed in to, in the order of `sids`. */
  private async markEnded({ client }: Transaction, sids: readonly string[]): Promise<SignedInSession[]> {
    if (sids.length === 0) return [];
    const { rows } = await client.query<SignedInSession & { userId: string | null }>(
      `UPDATE sessions SET ended_at = now() WHERE sid = ANY ($1) AND ended_at IS NULL
       RETURNING sid, ${USER} AS "userId", payload`,
      [sids],
    );
    const ended = new Map(rows.map((session) => [session.sid, session]));
    return sids.flatMap((sid) => {
      const session = ended.get(sid);
      return session?.userId ? [session] : [];
    });
  }
}
