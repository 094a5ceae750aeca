import { expect } from '@jest/globals';
import { eventually } from '@safety/testing';
import pg from 'pg';
import type { IdentityUnderTest } from './identity-under-test.js';

/**
 * Begins something while an uncommitted statement holds a lock, and commits the statement once `waiting`
 * others or more are known to wait for one, and `meanwhile` is done.
 */
export async function behindLock<Result>(
  provider: IdentityUnderTest,
  statement: pg.QueryConfig | string,
  start: () => Result,
  waiting = 1,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Awaited<Result>> {
  const holder = new pg.Client({ connectionString: provider.database.ownerUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(statement);
  const started = start();
  await eventually(async () => {
    const found = await provider.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(found.length).toBeGreaterThanOrEqual(waiting);
  });
  await meanwhile();
  await holder.query('COMMIT');
  await holder.end();
  return await started;
}
