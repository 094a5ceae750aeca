import type pg from 'pg';
import { hasCode } from './sqlstate.js';

/** Longest time between the start of a transaction and its commit; see `asOf` in `CompanyRows`. */
export const TRANSACTION_TIMEOUT_MS = 10_000;
export const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * Requests wait behind a change of a table that waits for its lock: less than they may take, and than
 * PostgreSQL takes to end one for a deadlock.
 */
export const LOCK_TIMEOUT_MS = 500;

/** A lock that was not given in time, and a deadlock. */
const LOCKED = ['55P03', '40P01'];

/** Whether a statement failed for a lock of others, and may do when it is repeated. */
export const isLocked = (error: unknown): boolean => hasCode(error, LOCKED);

/**
 * Gives a role its time limits, for every connection that it opens from now on. They belong to the role and
 * not to a connection: a pooler such as PgBouncer takes no settings with a connection, and gives one session
 * to many in turn.
 */
export async function limitTimeOf(owner: pg.ClientBase, role: string): Promise<void> {
  const name = owner.escapeIdentifier(role);
  await owner.query(`
    ALTER ROLE ${name} SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
    ALTER ROLE ${name} SET transaction_timeout = ${TRANSACTION_TIMEOUT_MS};`);
}

/** Whether they hold here: one that is switched off counts as none. */
export const hasTimeLimitsSql = `
  current_setting('statement_timeout')::interval BETWEEN '1 ms' AND '${STATEMENT_TIMEOUT_MS} ms'
  AND current_setting('transaction_timeout')::interval BETWEEN '1 ms' AND '${TRANSACTION_TIMEOUT_MS} ms'`;

export const NO_TIME_LIMITS =
  'The role of DATABASE_URL has no time limits: prepare its database (dist/prepare.js of this release).';

/** Lifts them from the current transaction, for work of operators that may take long. */
export const WITHOUT_TIME_LIMITS = 'SET LOCAL statement_timeout = 0; SET LOCAL transaction_timeout = 0';
