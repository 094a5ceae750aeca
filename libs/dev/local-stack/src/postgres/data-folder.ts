import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account } from '../processes/guarded-server.js';
import { folderHash } from '../project.js';
import { resetHint, SetupError } from '../setup-error.js';
import { throwAwayFolder } from '../throw-away-folder.js';
import { mayEnter } from './account.js';
import { folderOutside, foldersOutside } from './outside.js';

/**
 * Where the data of this checkout lives: `<dataDir>/postgres`, or a folder outside that it links to when the
 * account PostgreSQL runs as cannot reach `dataDir`. Data outside without that link belongs to a `dataDir`
 * somebody removed, and a link to anywhere else came with a copy of another checkout: neither is ever used.
 */
export function placeDataFolder(dataDir: string, account: Account | undefined): string {
  mkdirSync(dataDir, { recursive: true });
  const existing = existingData(dataDir);
  if (existing !== undefined && mayEnter(account, dirname(existing))) return existing;
  const wanted = join(dataDir, 'postgres');
  if (existing !== undefined) {
    throw new SetupError(
      `The user PostgreSQL runs as cannot reach ${existing}: open its parent folders to others, or ${resetHint}.`,
    );
  }
  rmSync(wanted, { recursive: true, force: true });
  if (mayEnter(account, dataDir)) return wanted;
  const elsewhere = folderOutside(folderHash(dataDir), account);
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere);
  // Not by mkdir, whose mode a umask such as 077 cuts.
  chmodSync(elsewhere, 0o755);
  symlinkSync(elsewhere, wanted);
  return join(elsewhere, 'data');
}

/** The folder of the data that exists already, wherever {@link placeDataFolder} put it. */
export function existingData(dataDir: string): string | undefined {
  const wanted = join(dataDir, 'postgres');
  const link = linkTarget(wanted);
  if (link === undefined) return existsSync(wanted) ? wanted : undefined;
  const linked = join(link, 'data');
  return foldersOutside(folderHash(dataDir)).includes(link) && existsSync(linked) ? linked : undefined;
}

/** All that a suite keeps in its data folder; benches and releases keep theirs beside it. */
const KEPT_BY_SUITE = [
  'postgres',
  'postgres.log',
  'postgres.password',
  'redis',
  'redis.log',
  'secrets.json',
  'environment.json',
];

/** Removes the data of a suite wherever its database is. Only while no server uses it. */
export function removeData(dataDir: string): void {
  const kept = KEPT_BY_SUITE.map((name) => join(dataDir, name));
  for (const path of [...foldersOutside(folderHash(dataDir)), ...kept])
    rmSync(path, { recursive: true, force: true });
}

/** The file system in memory of Linux. */
const MEMORY = '/dev/shm';

/** Whether throw-away data of this size fit there; programs need at least as much of the memory beside it. */
export function fitsInMemory(bytes: number): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= bytes && process.availableMemory() >= 2 * bytes;
}

/**
 * A new folder for throw-away data that `account` can reach; the data goes into `data` inside it. Data of at
 * most `bytesInMemory` are in memory where they fit: a disk spends more time on making and removing their
 * files than PostgreSQL on their rows.
 */
export function throwAwayDataFolder(account: Account | undefined, bytesInMemory?: number): string {
  const isInMemory = bytesInMemory !== undefined && fitsInMemory(bytesInMemory);
  const folder = throwAwayFolder(account, isInMemory ? [MEMORY] : []);
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * True when the folder holds a complete cluster of this major version, false when there is none yet.
 * @throws SetupError when it holds something else: nothing is ever overwritten.
 */
export function hasCluster(folder: string, major: number): boolean {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined) return false;
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && owner !== uid) {
    throw new SetupError(
      `The database in ${folder} belongs to another user: start as that user, or remove the folder.`,
    );
  }
  if (readdirSync(folder).length === 0) return false;
  if (!existsSync(join(folder, 'PG_VERSION')) || !existsSync(join(folder, 'global', 'pg_control'))) {
    throw new SetupError(`The database in ${folder} is incomplete: ${resetHint}.`);
  }
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return true;
  throw new SetupError(
    `The database in ${folder} is of PostgreSQL ${found}, this version needs ${major}: ${resetHint}.`,
  );
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
