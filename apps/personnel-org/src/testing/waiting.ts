import { expect } from '@jest/globals';
import type { StatementClient } from '@safety/persistence';
import { eventually } from '@safety/testing';

const WAITING = `SELECT DISTINCT pid FROM pg_locks
  WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;

/** Until somebody waits for the transaction of a client. */
export const somebodyWaits = (client: StatementClient): Promise<void> =>
  eventually(async () => expect((await client.query(WAITING)).rowCount).toBe(1));
