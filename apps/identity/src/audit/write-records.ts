import { Outbox } from '@safety/bus/outbox';
import { type AuditRecord, auditRecorded } from '@safety/contracts';
import type { Transaction } from '../storage/database/database.js';

/** Records of one message on the bus: it stays small enough to be read at once. */
const PER_MESSAGE = 50;

const INSERT = `
  INSERT INTO audit_records
    (id, occurred_at, type, actor, user_id, client_id, sid, grant_id, request_id, reason, details)
  SELECT r.id, r."occurredAt", r.type, r.actor, r."userId", r."clientId", r.sid, r."grantId", r."requestId", r.reason, r.details
  FROM json_to_recordset($1) AS r(id uuid, "occurredAt" timestamptz, type text, actor text, "userId" uuid,
    "clientId" text, sid text, "grantId" text, "requestId" text, reason text, details json)
  ON CONFLICT DO NOTHING`;

/**
 * Writes records and publishes them, both when the transaction commits. Those of a commit whose answer was
 * lost come once more: they are published twice, which readers see by their ids.
 */
export async function writeRecords(
  transaction: Transaction,
  outbox: Outbox,
  records: AuditRecord[],
): Promise<void> {
  await transaction.client.query(INSERT, [JSON.stringify(records)]);
  const messages = Array.from({ length: Math.ceil(records.length / PER_MESSAGE) }, (_, index) => ({
    records: records.slice(index * PER_MESSAGE, (index + 1) * PER_MESSAGE),
  }));
  await outbox.addAll(transaction, auditRecorded, messages);
}
