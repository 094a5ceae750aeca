import { currentGeneration, isOlderSql } from '../generation.js';
import { execute } from '../transaction/execute.js';
import type { StatementClient } from '../transaction/lazy-transaction.js';
import { laterThan } from './statements.js';

/**
 * Adds a row to a read model, or replaces what is known of it by a higher `version`: messages may come twice
 * and in any order. The generation counts first: an owner that was restored begins again with lower versions.
 * Resolves with whether it did. The keys of `state` are columns, those of `key` the primary key; none of them
 * may come from a request.
 */
export async function keepNewest(
  client: StatementClient,
  table: string,
  key: readonly string[],
  state: Readonly<Record<string, unknown>> & { version: number },
): Promise<boolean> {
  const row = { ...state, generation: currentGeneration() };
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const replaced = columns.filter((column) => !key.includes(column));
  const newValueOf = (name: string): string =>
    name === 'modified_at' ? laterThan('excluded.modified_at', 'known.modified_at') : `excluded.${name}`;
  // around visible: a read model has the rows of another service, which records who changed them
  const text = `INSERT INTO ${table} AS known (${columns.join(', ')}) VALUES (${places.join(', ')})
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${replaced.map((name) => `${name} = ${newValueOf(name)}`).join(', ')}
    WHERE ${isOlderSql('known')}`;
  const { rowCount } = await execute(client, text, Object.values(row));
  return Boolean(rowCount);
}
