import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import { LogoutDeliveries } from '../logout/logout-deliveries.js';
import { Revocations } from './revocations.js';

interface EndedSession {
  userId: string | null;
  payload: { authorizations?: Record<string, unknown> };
}

/** Ends sessions: the one way for every reason a session can end. */
@Injectable()
export class SessionEnding {
  constructor(
    private readonly database: Database,
    private readonly revocations: Revocations,
    private readonly deliveries: LogoutDeliveries,
  ) {}

  /**
   * Ends the session with its grants and refresh tokens, and commits in the same transaction what has to be told:
   * one logout call for each client of the session, and `session-ended.v1`. Ending it again does nothing.
   */
  async end(sid: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const session = await this.markEnded(transaction, sid);
      if (!session?.userId) return;
      await transaction.client.query(
        'UPDATE grants SET revoked_at = now() WHERE sid = $1 AND revoked_at IS NULL',
        [sid],
      );
      await this.deliveries.schedule(transaction, sid, await this.clientsOf(transaction, sid, session));
      await this.revocations.revokeSession(transaction, sid, session.userId);
    });
  }

  /** By its grants, and by the session itself for those whose grant is so old that it was removed. */
  private async clientsOf(
    { client }: Transaction,
    sid: string,
    { payload }: EndedSession,
  ): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      'SELECT DISTINCT client_id AS id FROM grants WHERE sid = $1',
      [sid],
    );
    return [...new Set([...rows.map(({ id }) => id), ...Object.keys(payload.authorizations ?? {})])];
  }

  private async markEnded({ client }: Transaction, sid: string): Promise<EndedSession | undefined> {
    const { rows } = await client.query<EndedSession>(
      `UPDATE sessions SET ended_at = now() WHERE sid = $1 AND ended_at IS NULL
       RETURNING user_id AS "userId", payload`,
      [sid],
    );
    return rows[0];
  }
}
