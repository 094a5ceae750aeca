import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Database } from '../storage/database/database.js';
import { Revocations } from './revocations.js';

/**
 * The access that a user gave a client, for one session or one password sign-in; every token names its grant.
 */
@Injectable()
export class Grants {
  constructor(
    private readonly database: Database,
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Ends the grant and with it every code, refresh token and access token of it; `reason` is for the audit
   * trail. Resolves when new tokens of the same user and client count.
   */
  async revoke(id: string, reason: string): Promise<void> {
    const newOnesFrom = await this.database.transaction(async (transaction) => {
      const { rows } = await transaction.client.query<{
        userId: string;
        clientId: string;
        sid: string | null;
      }>(
        `UPDATE grants SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL
         RETURNING user_id AS "userId", client_id AS "clientId", sid`,
        [id],
      );
      if (!rows[0]) return undefined;
      const { userId: sub, clientId } = rows[0];
      const from = await this.revocations.revokeGrant(transaction, id, { sub, clientId });
      await this.audit.recordIn(transaction, {
        type: 'grant-ended',
        actor: 'client',
        ...rows[0],
        grantId: id,
        reason,
      });
      return from;
    });
    await begun(newOnesFrom);
  }
}

/**
 * Waits until a second has begun, one at most, wherever the clock is set meanwhile: a client that asks for a
 * token after the answer to its revocation then has a good one, however often it does so.
 */
export async function begun(second = 0): Promise<void> {
  const left = Math.min(second * 1000 - Date.now(), 1000);
  if (left > 0) await setTimeout(left);
}
