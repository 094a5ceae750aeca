import type { AuditRecord } from '@safety/contracts';
import { z } from 'zod';

const MAX_TEXT = 254;
const idSchema = z.uuid();
/** As `olderThan` writes it, and PostgreSQL has no year 0. */
const timeSchema = z.iso.datetime({ precision: 3 }).refine((time) => !time.startsWith('0000'));

/** Which records a page shows, as its address says. */
export interface RecordFilter {
  client?: string;
  /** An e-mail address. */
  user?: string;
  /** A request number. */
  request?: string;
  before?: Pick<AuditRecord, 'id' | 'occurredAt'>;
}

/**
 * Reads the filter from an address. An impossible value is left out: the fields of the page show what
 * counts.
 */
export function filterOf(query: Readonly<Record<string, unknown>>): RecordFilter {
  const text = (name: string): string | undefined => {
    const value = query[name];
    if (typeof value !== 'string') return undefined;
    const trimmed = value.trim();
    // PostgreSQL has no U+0000.
    return trimmed === '' || trimmed.length > MAX_TEXT || trimmed.includes('\u0000') ? undefined : trimmed;
  };
  const [client, user, request] = [text('client'), text('user'), text('request')];
  const before = placeOf(text('before'));
  return {
    ...(client && { client }),
    ...(user && { user }),
    ...(request && { request }),
    ...(before && { before }),
  };
}

function placeOf(value: string | undefined): RecordFilter['before'] {
  const [occurredAt = '', id = ''] = value?.split('_') ?? [];
  return timeSchema.safeParse(occurredAt).success && idSchema.safeParse(id).success
    ? { occurredAt, id }
    : undefined;
}

/** The address of the page after the one that ends with `last`. */
export function olderThan(
  path: string,
  { client, user, request }: RecordFilter,
  last: Pick<AuditRecord, 'id' | 'occurredAt'>,
): string {
  const parameters = new URLSearchParams({
    ...(client && { client }),
    ...(user && { user }),
    ...(request && { request }),
    before: `${last.occurredAt}_${last.id}`,
  });
  return `${path}?${parameters}`;
}
