import { Injectable } from '@nestjs/common';
import { type AuditRecord, type AuditType } from '@safety/contracts';
import { type ClientKeeper, ownedBy } from '../../clients/client-keepers.js';
import { idsEverKept } from '../../clients/deleted-clients.js';
import { Database } from '../../storage/database/database.js';

/** Which part of a list: the newest records, or those before the last one of the page before. */
export interface AuditPage {
  /** At most 200; default 50. */
  limit?: number;
  /** The last record of the page before. */
  before?: Pick<AuditRecord, 'id' | 'occurredAt'>;
}

/** Which of the records of clients. */
export interface ClientRecords extends AuditPage {
  clientId?: string;
  userId?: string;
  /** `X-Request-Id` of one request. */
  requestId?: string;
  types?: readonly AuditType[];
}

/** SQL for the value at a place among the parameters; undefined when it is not asked for. */
type Condition = [sql: (place: number) => string, value: unknown];

/** A user is locked at no client, so operators alone read of it. */
const refusalTypes: readonly AuditType[] = ['refused', 'sign-in-refused', 'user-locked'];
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Reads the audit trail, newest first: what was written more than a moment ago, for as long as it is kept.
 */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** Refusals of clients, with the exact reason; of clients that do not exist for an operator alone. */
  refusals(keeper: ClientKeeper, filter: Omit<ClientRecords, 'types'> = {}): Promise<AuditRecord[]> {
    return this.ofClients(keeper, { ...filter, types: refusalTypes });
  }

  /** Records of the clients that `keeper` manages, or managed until they were deleted. */
  ofClients(keeper: ClientKeeper, filter: ClientRecords = {}): Promise<AuditRecord[]> {
    const { clientId, userId, requestId, types, ...page } = filter;
    return this.read(page, [
      [(place) => `client_id = $${place}`, clientId],
      [(place) => `user_id = $${place}`, userId],
      [(place) => `request_id = $${place}`, requestId],
      [(place) => `type = ANY($${place})`, types],
      [(place) => `client_id IN ${idsEverKept(place)}`, ownedBy(keeper) ?? undefined],
    ]);
  }

  /**
   * The statement has only the conditions that are asked for: its plan, which is kept, would be for
   * everything that could be. Days after the page are left out by the bound that stands alone.
   */
  private async read(
    { limit = DEFAULT_LIMIT, before }: AuditPage,
    conditions: readonly Condition[],
  ): Promise<AuditRecord[]> {
    const values: unknown[] = [
      Math.min(limit, MAX_LIMIT),
      before?.occurredAt ?? 'infinity',
      before?.id ?? LAST_ID,
    ];
    const asked = conditions.flatMap(([sql, value]) =>
      value === undefined ? [] : ` AND ${sql(values.push(value))}`,
    );
    const rows = await this.database.rows<AuditRecord & { at: Date }>(
      `SELECT id, occurred_at AS at, type, actor, user_id AS "userId", client_id AS "clientId", sid,
              grant_id AS "grantId", request_id AS "requestId", reason, details
       FROM audit_records WHERE occurred_at <= $2 AND (occurred_at, id) < ($2, $3)${asked.join('')}
       ORDER BY occurred_at DESC, id DESC LIMIT $1`,
      values,
    );
    return rows.map(({ at, ...record }) => ({ ...record, occurredAt: at.toISOString() }));
  }
}
