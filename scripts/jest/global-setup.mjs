import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  Closers,
  claimTestKeyspaces,
  dropTestRun,
  newTestRun,
  SetupError,
  startPostgres,
  startRedis,
  throwAwayFolder,
} from '../../libs/dev/local-stack/dist/index.js';

/** Far more than the databases of spec files that run at the same time, and their log of writes. */
const bytesInMemory = 2 * 2 ** 30;

/** Settings by which the workers find the servers, and name what is theirs. */
const FOR_WORKERS = ['TEST_DATABASE_URL', 'TEST_REDIS_URL', 'TEST_DATABASE_RUN'];

/**
 * One PostgreSQL and one Redis for the whole run, before any test. Tests create databases of their own in it.
 */
export default async function globalSetup({ maxWorkers }) {
  const closers = new Closers();
  globalThis.closeTestRun = () => closers.close();
  const starting = start(closers, maxWorkers);
  let isInterrupted = false;
  // Of scripts/test.mjs, at a Ctrl-C: Jest itself would leave all of it behind.
  process.on('SIGTERM', async () => {
    isInterrupted = true;
    await Promise.allSettled([starting]);
    // Jest starts workers in place of those that the signal has ended: they find no server to fill.
    for (const name of FOR_WORKERS) delete process.env[name];
    await closers
      .close()
      .catch(({ errors }) => errors.map(({ message }) => process.stderr.write(`${message}\n`)));
    process.exit(1);
  });
  try {
    await starting;
  } catch (error) {
    await closers.close();
    if (!(error instanceof SetupError)) throw error;
    // One sentence says it all; Jest would print a stack.
    if (!isInterrupted) process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function start(closers, maxWorkers) {
  const options = { env: process.env, log: (line) => process.stderr.write(`${line}\n`) };
  // Spec files find temporary folders in the same place, also where there is none of TMPDIR.
  process.env.SEEN_PROBLEMS = throwAwayFolder();
  process.env.TMPDIR = dirname(process.env.SEEN_PROBLEMS);
  closers.add(() => rmSync(process.env.SEEN_PROBLEMS, { recursive: true, force: true }));
  const [postgres, redis] = await bothOrNone(
    startPostgres({ ...options, bytesInMemory }).then((server) => closers.stopLater(server)),
    startRedis(options).then((server) => closers.stopLater(server)),
  );
  closers.add(await claimTestKeyspaces(redis.url, maxWorkers));
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_REDIS_URL = redis.url;
  process.env.TEST_DATABASE_RUN ??= newTestRun();
  const run = process.env.TEST_DATABASE_RUN;
  // A server of the run itself ends with all that is in it.
  if (process.env.DATABASE_URL) closers.add(() => dropTestRun(postgres.url, run));
}

/** Waits for both servers also where one fails: the other, still starting, would leave its data behind. */
async function bothOrNone(...starting) {
  const results = await Promise.allSettled(starting);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return results.map(({ value }) => value);
}
