import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  claimTestKeyspaces,
  SetupError,
  startPostgres,
  startRedis,
} from '../../libs/dev/local-stack/dist/index.js';

/** Far more than the databases of spec files that run at the same time, and their log of writes. */
const bytesInMemory = 2 * 2 ** 30;

/**
 * One PostgreSQL and one Redis for the whole run, before any test. Tests create databases of their own in it.
 */
export default async function globalSetup({ maxWorkers }) {
  const options = { env: process.env, log: (line) => process.stderr.write(`${line}\n`) };
  try {
    const [postgres, redis] = await bothOrNone(
      startPostgres({ ...options, bytesInMemory }),
      startRedis(options),
    );
    globalThis.testServers = [postgres, redis];
    globalThis.releaseTestKeyspaces = await claimTestKeyspaces(redis.url, maxWorkers);
    process.env.TEST_DATABASE_URL = postgres.url;
    process.env.TEST_REDIS_URL = redis.url;
    // For the workers, and for all that tests start in processes of their own.
    process.env.NODE_COMPILE_CACHE ??= resolve('.local', 'compile-cache');
    process.env.SEEN_PROBLEMS = await mkdtemp(join(tmpdir(), 'seen-problems-'));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    await Promise.all((globalThis.testServers ?? []).map((server) => server.stop()));
    // One sentence says it all; Jest would print a stack.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Waits for both servers also where one fails: the other, still starting, would leave its data behind. */
async function bothOrNone(...starting) {
  const results = await Promise.allSettled(starting);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed === undefined) return results.map(({ value }) => value);
  await Promise.all(results.map(({ value }) => value?.stop()));
  throw failed.reason;
}
