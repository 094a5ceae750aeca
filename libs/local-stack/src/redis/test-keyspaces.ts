import { Redis } from 'ioredis';
import { SetupError } from '../setup-error.js';

/** Logical databases that tests empty at will; the first one, where everybody works, is never touched. */
const FIRST = 1;
const LAST = 9;

/** The part of a Redis server that a test run has to itself. */
export interface TestKeyspaces {
  /** The URL of the database that specs share; some name one of the range that they have to themselves. */
  readonly url: string;
  /** Leaves the databases as empty as they were. */
  release(): Promise<void>;
}

/**
 * Claims the logical databases 1 to 9 of a server for a test run.
 * @throws SetupError when there is anything in them: it would be lost
 */
export async function claimTestKeyspaces(serverUrl: string): Promise<TestKeyspaces> {
  const redis = new Redis(serverUrl);
  try {
    const used = [...(await redis.info('keyspace')).matchAll(/^db(\d+):/gm)]
      .map(([, database]) => Number(database))
      .filter((database) => database >= FIRST && database <= LAST);
    if (used.length > 0) {
      throw new SetupError(
        `The tests empty the databases ${FIRST} to ${LAST} of Redis, and ${used.join(', ')} of the server in REDIS_URL ` +
          'hold data: name another server, or unset REDIS_URL.',
      );
    }
  } finally {
    redis.disconnect();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${LAST}`;
  return { url: url.href, release: () => release(serverUrl) };
}

async function release(serverUrl: string): Promise<void> {
  const redis = new Redis(serverUrl);
  for (let database = FIRST; database <= LAST; database++) {
    await redis.select(database);
    await redis.flushdb();
  }
  redis.disconnect();
}
