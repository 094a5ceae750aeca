import { type AuditRecord, isId } from '@safety/contracts';
import { requestContext } from '@safety/platform';
import { v7 as newId } from 'uuid';

/** One thing that happened; everything but the type may be left out. */
export type AuditEntry = Pick<AuditRecord, 'type'> & Partial<Omit<AuditRecord, 'id' | 'occurredAt'>>;

/** The actor that ended something, by default the user, and the reason. */
export type Cause = Pick<AuditEntry, 'actor' | 'clientId' | 'reason'>;

const MAX_TEXT = 300;
const MAX_DETAILS = 20;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL and terminals take none
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Stands at the end of what was cut. */
const MORE = '…';

const cut = (value: string): string =>
  value.length > MAX_TEXT
    ? value.slice(0, MAX_TEXT - MORE.length).toWellFormed() + MORE
    : value.toWellFormed();

const text = (value: string | null | undefined): string | null =>
  value ? cut(value.replace(CONTROL_CHARACTERS, ' ')) : null;

const detail = (value: AuditRecord['details'][string]): AuditRecord['details'][string] => {
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_DETAILS).map((item) => text(item) ?? '');
    return value.length > MAX_DETAILS ? [...kept, MORE] : kept;
  }
  return typeof value === 'string' ? text(value) : value;
};

/** The record of an entry: stamped, and with nothing in it that cannot be stored or shown. */
export function recordOf(entry: AuditEntry): AuditRecord {
  const userId = entry.userId?.toLowerCase() ?? null;
  return {
    id: newId(),
    occurredAt: new Date().toISOString(),
    type: entry.type,
    actor: entry.actor ?? (userId === null ? 'client' : 'user'),
    userId: userId !== null && isId(userId) ? userId : null,
    clientId: text(entry.clientId),
    sid: text(entry.sid),
    grantId: text(entry.grantId),
    requestId: text(entry.requestId ?? requestContext()?.requestId),
    reason: text(entry.reason),
    details: Object.fromEntries(
      Object.entries(entry.details ?? {})
        .slice(0, MAX_DETAILS)
        .map(([name, value]) => [name, detail(value)]),
    ),
  };
}
