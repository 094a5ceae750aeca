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

const IN_ORDER = 'created_at DESC, id';

/** SQL: the newest `$2` of each client, which an index has in order: few are left to sort. */
const newestOfEach = (condition: string): string => `clients CROSS JOIN LATERAL (
  SELECT * FROM logout_deliveries WHERE client_id = clients.id AND ${condition} ORDER BY ${IN_ORDER} LIMIT $2) AS d`;

/** SQL: those of all clients, which an index has in order: of each it would be too many to sort. */
const ofAll = (condition: string): string =>
  `clients JOIN (SELECT * FROM logout_deliveries WHERE ${condition}) AS d ON d.client_id = clients.id`;

/** The logout calls of a client, for its managers. */
@Injectable()
export class KnownDeliveries {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /** The newest hundred; first those that were not delivered. */
  async list(keeper: ClientKeeper): Promise<KnownDelivery[]> {
    const failed = await this.newest(keeper, newestOfEach('delivered_at IS NULL'), MOST);
    if (failed.length === MOST) return failed;
    const isDelivered = 'delivered_at IS NOT NULL';
    const from = keeper.companyIds === 'every' ? ofAll(isDelivered) : newestOfEach(isDelivered);
    const delivered = await this.newest(keeper, from, MOST - failed.length);
    // One that was delivered since the first look is in both.
    const known = new Set(failed.map(({ id }) => id));
    return [...failed, ...delivered.filter(({ id }) => !known.has(id))];
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

  private newest(keeper: ClientKeeper, from: string, most: number): Promise<KnownDelivery[]> {
    return this.database.rows<KnownDelivery>(
      `SELECT d.id, clients.name AS "clientName", d.logout_uri AS address, d.created_at AS "createdAt", attempts,
              delivered_at AS "deliveredAt", next_attempt_at AS "nextAttemptAt", last_error AS "lastError"
       FROM ${from} WHERE ${isKept(1)} ORDER BY d.created_at DESC, d.id LIMIT $2`,
      [ownedBy(keeper), most],
    );
  }
}
