import { Injectable } from '@nestjs/common';
import { type AuditRecord, type AuditType } from '@safety/contracts';
import { type ClientKeeper, isKept, ownedBy } from '../clients/client-keepers.js';
import { Database } from '../database/database.js';

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

const refusalTypes: readonly AuditType[] = ['refused', 'sign-in-refused'];
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads the audit trail, newest first: what was written more than a moment ago, for as long as it is kept. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** What clients were refused, with the exact reason; of clients that do not exist for an operator alone. */
  refusals(keeper: ClientKeeper, filter: Omit<ClientRecords, 'types'> = {}): Promise<AuditRecord[]> {
    return this.ofClients(keeper, { ...filter, types: refusalTypes });
  }

  /** What happened at the clients that `keeper` manages. */
  ofClients(keeper: ClientKeeper, filter: ClientRecords = {}): Promise<AuditRecord[]> {
    const { clientId, userId, requestId, types, ...page } = filter;
    return this.read(
      `($4::text IS NULL OR client_id = $4) AND ($5::text[] IS NULL OR type = ANY($5))
       AND ($6::uuid[] IS NULL OR client_id IN (SELECT id FROM clients WHERE ${isKept(6)}))
       AND ($7::uuid IS NULL OR user_id = $7) AND ($8::text IS NULL OR request_id = $8)`,
      page,
      [clientId ?? null, types ?? null, ownedBy(keeper), userId ?? null, requestId ?? null],
    );
  }

  /** What a user did, and what was done with the user's sign-ins. */
  ofUser(userId: string, page: AuditPage = {}): Promise<AuditRecord[]> {
    return this.read('user_id = $4', page, [userId]);
  }

  private async read(
    condition: string,
    { limit = DEFAULT_LIMIT, before }: AuditPage,
    values: unknown[],
  ): Promise<AuditRecord[]> {
    const rows = await this.database.rows<AuditRecord & { at: Date }>(
      `SELECT id, occurred_at AS at, type, actor, user_id AS "userId", client_id AS "clientId", sid,
              grant_id AS "grantId", request_id AS "requestId", reason, details
       FROM audit_records WHERE (occurred_at, id) < ($2, $3) AND ${condition}
       ORDER BY occurred_at DESC, id DESC LIMIT $1`,
      [Math.min(limit, MAX_LIMIT), before?.occurredAt ?? 'infinity', before?.id ?? LAST_ID, ...values],
    );
    return rows.map(({ at, ...record }) => ({ ...record, occurredAt: at.toISOString() }));
  }
}
