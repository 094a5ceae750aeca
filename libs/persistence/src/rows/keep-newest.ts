import type { StatementClient } from '../transaction/lazy-transaction.js';
import { execute } from './table.js';

/**
 * Adds a row to a read model, or replaces what is known of it by a higher `version`: messages may come twice
 * and in any order. Resolves with whether it did. The keys of `row` are columns, those of `key` the primary key;
 * none of them may come from a request.
 */
export async function keepNewest(
  client: StatementClient,
  table: string,
  key: readonly string[],
  row: Readonly<Record<string, unknown>> & { version: number },
): Promise<boolean> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const replaced = columns.filter((column) => !key.includes(column));
  const text = `INSERT INTO ${table} AS known (${columns.join(', ')}) VALUES (${places.join(', ')})
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}
    WHERE known.version < excluded.version`;
  const { rowCount } = await execute(client, text, Object.values(row));
  return Boolean(rowCount);
}
