import type { QueryRunner } from 'typeorm';

/** An index that a preparation builds while others write. */
export interface IndexToBuild {
  name: string;
  /** All that follows `ON`: the table, the method and the columns. */
  on: string;
  unique?: boolean;
}

/**
 * Builds an index of a table that has rows, while others write them. The migration that calls it says
 * `transaction = false`, and does nothing else: it is repeated from its beginning when it fails.
 *
 * The statement waits for every transaction that is open, such as that of a dump, so no time limit of locks
 * holds for it. An index that an earlier try has left half built is dropped and built again.
 */
export async function buildIndex(runner: QueryRunner, index: IndexToBuild): Promise<void> {
  await runner.query('SET lock_timeout = 0');
  try {
    const state = await stateOf(runner, index.name);
    if (state === 'valid') return;
    if (state === 'invalid') await runner.query(`DROP INDEX CONCURRENTLY "${index.name}"`);
    await runner.query(
      `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY "${index.name}" ON ${index.on}`,
    );
  } finally {
    await runner.query('RESET lock_timeout');
  }
}

/** Builds an index as `buildIndex` does, and then drops the one that it takes the place of. */
export async function replaceIndex(
  runner: QueryRunner,
  before: IndexToBuild,
  next: IndexToBuild,
): Promise<void> {
  await buildIndex(runner, next);
  await dropIndex(runner, before.name);
}

/** Drops an index without stopping those who write; one that is gone already is no mistake. */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  await runner.query('SET lock_timeout = 0');
  try {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}

async function stateOf(runner: QueryRunner, name: string): Promise<'missing' | 'invalid' | 'valid'> {
  const rows: { indisvalid: boolean }[] = await runner.query(
    'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))',
    [name],
  );
  if (!rows[0]) return 'missing';
  return rows[0].indisvalid ? 'valid' : 'invalid';
}
