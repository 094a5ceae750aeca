import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { QueryConfig } from 'pg';

/**
 * Statements beyond this many are sent unprepared: the server keeps each prepared one for each connection.
 */
const MAX_PREPARED = 500;
const names = new Map<string, string>();

/** Lists have more combinations of filters than there are places, and most of them are asked for once. */
const MOST_SENT_ONCE = 1000;
const sentOnce = new Set<string>();

/** Those of another service: tests have one after the other in a process. */
export function forgetStatements(): void {
  names.clear();
  sentOnce.clear();
}

/** None for a statement that comes for the first time, or after the places are taken. */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_PREPARED) return known;
  if (!sentOnce.delete(text)) {
    if (sentOnce.size >= MOST_SENT_ONCE) sentOnce.clear();
    sentOnce.add(text);
    return undefined;
  }
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** The statements that are sent, for `describeLists`. Without a subscriber it costs nothing. */
const statements = channel('safety:statement');

/** A statement as it is sent: prepared once for each connection, from the second time on. */
export function prepared(text: string, values: unknown[]): QueryConfig {
  if (statements.hasSubscribers) statements.publish({ text, values });
  const name = statementName(text);
  return name ? { name, text, values } : { text, values };
}
