import type pg from 'pg';
import { type Patience, waitWhile } from './waiting.js';

/**
 * Replicas that prepare one database take turns at its migrations and grants: an advisory lock is of one
 * database. It ends with the session.
 */
const PREPARATION_LOCK = 7_311_001;

/**
 * Waits for the turn of this session. It asks again and again: a session that waits inside a statement keeps
 * a snapshot, and an index that is built concurrently waits for every snapshot.
 */
export async function takeTurn(owner: pg.ClientBase, patience: Patience): Promise<void> {
  await waitWhile(async () => {
    const { rows } = await owner.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      PREPARATION_LOCK,
    ]);
    return rows[0]?.taken ? undefined : `another preparation has the database${await holderOf(owner)}`;
  }, patience);
}

/** Whether a preparation is under way right now, asked by any role. */
export async function isBeingPrepared(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    `SELECT CASE WHEN pg_try_advisory_lock_shared($1) THEN pg_advisory_unlock_shared($1) ELSE false END AS free`,
    [PREPARATION_LOCK],
  );
  return rows[0]?.free !== true;
}

/** The process at the server, so that an operator finds it in `pg_stat_activity`. */
async function holderOf(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [PREPARATION_LOCK],
  );
  return rows[0] ? ` (process ${rows[0].pid} of PostgreSQL)` : '';
}
