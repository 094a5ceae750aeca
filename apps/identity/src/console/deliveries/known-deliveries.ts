import { Injectable } from '@nestjs/common';
import { notFound } from '@safety/platform';
import { AuditTrail } from '../../audit/audit-trail.js';
import { type ClientKeeper, isKept, ownedBy } from '../../clients/client-keepers.js';
import { Database } from '../../storage/database/database.js';

/** One call that tells a client of the end of a session. */
export interface KnownDelivery {
  id: string;
  clientName: string;
  address: string;
  createdAt: Date;
  attempts: number;
  deliveredAt: Date | null;
  /** Null once it is delivered or given up. */
  nextAttemptAt: Date | null;
  lastError: string | null;
}

const MOST = 100;

/** The logout calls of a client, for its managers. */
@Injectable()
export class KnownDeliveries {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /** The newest hundred; first those that were not delivered. */
  list(keeper: ClientKeeper): Promise<KnownDelivery[]> {
    return this.database.rows<KnownDelivery>(
      `SELECT d.id, clients.name AS "clientName", d.logout_uri AS address, d.created_at AS "createdAt", attempts,
              delivered_at AS "deliveredAt", next_attempt_at AS "nextAttemptAt", last_error AS "lastError"
       FROM logout_deliveries AS d JOIN clients ON clients.id = client_id
       WHERE ${isKept(1)} ORDER BY delivered_at IS NOT NULL, d.created_at DESC, d.id LIMIT ${MOST}`,
      [ownedBy(keeper)],
    );
  }

  /**
   * Has the call repeated now, by whichever process is next. Throws 404 for one of others, and one that was
   * delivered.
   */
  async retry(keeper: ClientKeeper, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { rows } = await transaction.client.query<{ clientId: string; sid: string }>(
        `UPDATE logout_deliveries SET next_attempt_at = now()
         WHERE id::text = $2 AND delivered_at IS NULL AND client_id IN (SELECT id FROM clients WHERE ${isKept(1)})
         RETURNING client_id AS "clientId", sid`,
        [ownedBy(keeper), id],
      );
      if (!rows[0]) throw notFound('logout call');
      await this.audit.recordIn(transaction, {
        type: 'client-changed',
        actor: keeper.userId === null ? 'operator' : 'user',
        userId: keeper.userId,
        ...rows[0],
        details: { change: 'logout-call-repeated', logoutCall: id },
      });
    });
  }
}
