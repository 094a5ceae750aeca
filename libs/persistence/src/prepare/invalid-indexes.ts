import type pg from 'pg';
import type { PreparationLog } from './waiting.js';

interface InvalidIndex {
  name: string;
  /** Left by `REINDEX CONCURRENTLY`: the index itself is another one. */
  spare: boolean;
}

/**
 * Builds the indexes again that `CREATE INDEX CONCURRENTLY` has left half built: PostgreSQL keeps them up to
 * date with each write, and reads by none of them. None is dropped before there is another, since the
 * migration that made it does not run again. One that somebody builds right now is left alone.
 * @throws when one cannot be built, for example because of duplicates
 */
export async function rebuildInvalidIndexes(owner: pg.ClientBase, log: PreparationLog): Promise<void> {
  for (const { name, spare } of await invalidIndexes(owner)) {
    log.warn({ index: name }, `preparation: an index is invalid, it is ${spare ? 'dropped' : 'built again'}`);
    await owner.query(`${spare ? 'DROP' : 'REINDEX'} INDEX CONCURRENTLY ${name}`);
  }
  const [left] = await invalidIndexes(owner);
  if (left) throw new Error(`The index ${left.name} is invalid: drop it, and prepare again.`);
}

/**
 * Of tables alone: the index of a partitioned table is invalid until each of its parts has one. Spare ones
 * come first: each try that fails leaves one.
 */
async function invalidIndexes(owner: pg.ClientBase): Promise<InvalidIndex[]> {
  const { rows } = await owner.query<InvalidIndex>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       c.relname ~ '_cc(new|old)\\d*$' AS spare
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE NOT i.indisvalid AND c.relkind = 'i' AND n.nspname !~ '^pg_'
       AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index AS p
         WHERE p.datid = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND (p.index_relid = c.oid OR p.relid = i.indrelid))
     ORDER BY spare DESC, name`,
  );
  return rows;
}
