import { expect } from '@jest/globals';
import { eventually } from './eventually.js';

/** By `pg_locks` alone: what PostgreSQL says of activity stays the same within a transaction. */
const WAITING = `SELECT DISTINCT waits.pid FROM pg_locks AS waits JOIN pg_locks AS locks USING (pid)
  WHERE NOT waits.granted
    AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

interface Client {
  query(text: string): Promise<{ rowCount: number | null }>;
}

/** Resolves once so many connections to the database of a client wait for locks. */
export const lockWaits = (client: Client, count = 1): Promise<void> =>
  eventually(async () => expect((await client.query(WAITING)).rowCount).toBe(count));
