import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { removeData } from '../postgres/data-folder.js';
import { stopLeftoverPostgres } from '../postgres/embedded-postgres.js';
import { givenPostgres } from '../postgres/given-postgres.js';
import { testRunOf } from '../postgres/test-run.js';
import { claim, isClaimed } from '../processes/claim.js';
import { folderHash } from '../project.js';
import { givenRedis } from '../redis/given-redis.js';
import { stopLeftoverRedis } from '../redis/redis-server.js';
import { removeServiceUsers } from '../redis/service-users.js';
import { resetHint, SetupError } from '../setup-error.js';
import { ownDatabases } from './installation.js';
import { removeDatabases } from './prepare.js';
import { hasSecrets } from './secrets.js';

/**
 * Makes this process the only one that uses a data folder, and answers how to give it back.
 * @throws SetupError when another start uses it, or it belongs to somebody else
 */
export async function holdDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new SetupError(`${dataDir} cannot be written: start as its owner, or remove it.`, { cause });
  }
  const held = await claim(claimOn(dataDir));
  if (held === undefined)
    throw new SetupError(`Another start of this checkout is running: stop it first (it uses ${dataDir}).`);
  return held.release;
}

const claimOn = (dataDir: string): string => `data-${folderHash(dataDir)}`;

/** Whether a start of the user with this id holds a data folder. */
export const isHeld = (dataDir: string, uid: number): Promise<boolean> => isClaimed(claimOn(dataDir), uid);

/**
 * Removes all data of a checkout, on the servers that are given too, unless a start is using it. Resolves
 * with a sentence that says so. Keys in a Redis that is given stay: nothing in their names says whose they
 * are.
 */
export async function resetDataDir(
  dataDir: string,
  { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }: NodeJS.ProcessEnv,
): Promise<string> {
  const release = await holdDataDir(dataDir);
  try {
    // A server that cannot be used ends the start, and is no reason to have lost the data.
    if (databaseUrl) await databasesAt(databaseUrl, dataDir);
    if (redisUrl) await givenRedis(redisUrl);
    await stopLeftoverPostgres(dataDir);
    await stopLeftoverRedis(dataDir);
    removeData(dataDir);
    if (databaseUrl) await removeDatabases(databaseUrl, databasePrefix(dataDir));
    // Where its user may not create users, there are none.
    if (redisUrl) await removeServiceUsers(redisUrl, databasePrefix(dataDir)).catch(() => undefined);
    return redisUrl
      ? 'Removed all local data; streams and other keys at REDIS_URL stay (docs/operations/bus.md)'
      : 'Removed all local data';
  } finally {
    await release();
  }
}

/**
 * Refuses databases on the server of DATABASE_URL that are another installation's, or this one's while its
 * secrets are gone: new ones open nothing that is encrypted there.
 * @throws SetupError that says what to do
 */
export async function refuseDatabases(dataDir: string, databaseUrl: string): Promise<void> {
  const [found] = await databasesAt(databaseUrl, dataDir);
  if (found === undefined || hasSecrets(dataDir)) return;
  throw new SetupError(
    `The server of DATABASE_URL has databases of this checkout (${found}), whose secrets in ${dataDir} are gone, or another machine has a checkout at this path. If no other machine has: ${resetHint}.`,
  );
}

async function databasesAt(databaseUrl: string, dataDir: string): Promise<string[]> {
  await givenPostgres(databaseUrl);
  return ownDatabases(databaseUrl, databasePrefix(dataDir), dataDir);
}

/**
 * Start of database and role names on a server given by DATABASE_URL: one per checkout, a new one per
 * throw-away suite, which goes with the run of tests that it belongs to.
 */
export function databasePrefix(dataDir: string | undefined): string {
  if (dataDir !== undefined) return `safety_${folderHash(dataDir)}_`;
  const run = process.env['TEST_DATABASE_RUN'];
  const ofRun = run === undefined ? 'test_' : testRunOf(run).prefix;
  return `${ofRun}${randomBytes(4).toString('hex')}_`;
}
