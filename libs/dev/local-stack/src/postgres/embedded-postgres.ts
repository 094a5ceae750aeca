import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { LocalServer } from '../local-server.js';
import { type Account, didNotStart, GuardedServer } from '../processes/guarded-server.js';
import { stopLeftover } from '../processes/leftover.js';
import { reservePort } from '../processes/ports.js';
import { resetHint, SetupError } from '../setup-error.js';
import { serverAccount } from './account.js';
import { type Binaries, findBinaries } from './binaries.js';
import { existingData, hasCluster, placeDataFolder, throwAwayDataFolder } from './data-folder.js';
import { initialise } from './initialise.js';
import { ownAddress } from './own-address.js';

const major = 18;
const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', 'jit=off'];
/** Nobody needs test data after a power cut, nor its passwords proof against guessing. */
const withoutDurability = [
  'scram_iterations=1',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum_naptime=10min',
];

/**
 * Starts the PostgreSQL of `<dataDir>` and creates it the first time. The caller holds the claim on
 * `dataDir`.
 */
export async function startPersistentPostgres(dataDir: string): Promise<LocalServer> {
  const account = serverAccount(existingData(dataDir));
  const folder = placeDataFolder(dataDir, account);
  const binaries = findBinaries(account);
  const passwordFile = join(dataDir, 'postgres.password');
  await stopLeftoverPostgres(dataDir);
  if (!hasCluster(folder, major)) {
    writeFileSync(passwordFile, newPassword(), { mode: 0o600 });
    await initialise(folder, binaries, account, { password: readFileSync(passwordFile, 'utf8'), sync: true });
  }
  if (!existsSync(passwordFile)) {
    throw new SetupError(`${passwordFile} is missing: ${resetHint}.`);
  }
  const password = readFileSync(passwordFile, 'utf8');
  return run({ folder, binaries, account, password, settings, logFile: join(dataDir, 'postgres.log') });
}

/** Ends the PostgreSQL that a killed run left in this data folder. */
export async function stopLeftoverPostgres(dataDir: string): Promise<void> {
  const folder = existingData(dataDir);
  if (folder !== undefined)
    await stopLeftover(join(folder, 'postmaster.pid'), realpathSync(folder), 'SIGINT');
}

/**
 * Starts an empty PostgreSQL whose data disappears with it, as fast as possible; data of at most
 * `bytesInMemory` stay off the disk.
 */
export async function startThrowAwayPostgres(bytesInMemory?: number): Promise<LocalServer> {
  const account = serverAccount();
  const binaries = findBinaries(account);
  const parent = throwAwayDataFolder(account, bytesInMemory);
  const folder = join(parent, 'data');
  const password = newPassword();
  try {
    await initialise(folder, binaries, account, { password, sync: false });
  } catch (error) {
    rmSync(parent, { recursive: true, force: true });
    throw error;
  }
  const all = [...settings, ...withoutDurability];
  return run({
    folder,
    binaries,
    account,
    password,
    settings: all,
    logFile: join(parent, 'log'),
    removeAfter: parent,
  });
}

interface Run {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly password: string;
  readonly settings: readonly string[];
  readonly logFile: string;
  readonly removeAfter?: string;
}

async function run({
  folder,
  binaries,
  account,
  password,
  settings,
  logFile,
  removeAfter,
}: Run): Promise<LocalServer> {
  const { port, release } = await reservePort();
  const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = GuardedServer.start(
    { command: binaries.postgres, args, stopSignal: 'SIGINT', account, removeAfter },
    logFile,
  );
  const url = ownAddress(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  try {
    await answering(url, server, removeAfter === undefined ? logFile : undefined);
  } catch (error) {
    await server.stop();
    await release();
    throw error;
  }
  server.keepRunning();
  return {
    url,
    origin: 'embedded',
    stop: async () => {
      await server.stop();
      await release();
    },
  };
}

/**
 * Resolves at the first successful connection; recovery after a crash may take a while, hence the generous
 * limit. Data that are kept have a log to look at.
 */
async function answering(url: string, server: GuardedServer, log: string | undefined): Promise<void> {
  let reason: unknown;
  let wayOut = log && `look at ${log}, and start again`;
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(25)) {
    if (!server.running) throw new SetupError(didNotStart('PostgreSQL', server.lastWords, log && resetHint));
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      // Only administrators work in these two; a service's role has no business outside of its own database.
      for (const database of ['postgres', 'template1'])
        await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
      return;
    } catch (error) {
      reason = error;
      // 28P01: the password in the file is not the one of this cluster; waiting does not help.
      if ((error as { code?: string }).code === '28P01') {
        wayOut = log && resetHint;
        break;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new SetupError(
    `PostgreSQL does not accept connections (${String(reason)})${wayOut === undefined ? '' : `: ${wayOut}`}.`,
  );
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}
