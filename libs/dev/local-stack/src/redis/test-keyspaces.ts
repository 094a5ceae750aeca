import { Redis } from 'ioredis';
import { SetupError } from '../setup-error.js';

/**
 * The logical database of each worker of a test run, numbered from 1: the first one, where everybody works,
 * is never touched.
 */
export const testKeyspaceOf = (serverUrl: string, worker: number): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${worker}`;
  return url.href;
};

/**
 * Claims a logical database of a server for each worker of a test run.
 * @returns what leaves the databases as empty as they were
 * @throws SetupError when there is anything in them: it would be lost
 */
export async function claimTestKeyspaces(serverUrl: string, workers: number): Promise<() => Promise<void>> {
  const redis = new Redis(serverUrl);
  try {
    const used = [...(await redis.info('keyspace')).matchAll(/^db(\d+):/gm)]
      .map(([, database]) => Number(database))
      .filter((database) => database >= 1 && database <= workers);
    if (used.length > 0) {
      throw new SetupError(
        `The tests empty the databases 1 to ${workers} of Redis, and ${used.join(', ')} of the server in REDIS_URL ` +
          'hold data: name another server, unset REDIS_URL, or, after a run that was killed, empty each with ' +
          'redis-cli -n <number> flushdb.',
      );
    }
  } finally {
    redis.disconnect();
  }
  return async () => {
    for (let worker = 1; worker <= workers; worker++) await emptyKeyspace(testKeyspaceOf(serverUrl, worker));
  };
}

/** Forgets everything in the database that the URL names. */
export async function emptyKeyspace(url: string): Promise<void> {
  const redis = new Redis(url);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
