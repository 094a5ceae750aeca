import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Account } from '../processes/guarded-server.js';
import { SetupError } from '../setup-error.js';
import type { Binaries } from './binaries.js';

/**
 * Creates a cluster in `folder`. It grows under another name and is renamed when complete, so an interrupted
 * run leaves nothing that looks like a database. Collation is PostgreSQL's built-in C.UTF-8: the same order
 * on every machine.
 */
export async function initialise(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  options: { readonly password: string; readonly sync: boolean },
): Promise<void> {
  const growing = `${folder}.initialising`;
  const passwordFile = `${folder}.initdb-password`;
  rmSync(growing, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(growing, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (account !== undefined)
    for (const path of [growing, passwordFile]) chownSync(path, account.uid, account.gid);
  const args = [
    `--pgdata=${growing}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Throw-away passwords are long and random: to hash them once is enough, at each of a run's connections.
    ...(options.sync ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ];
  try {
    await promisify(execFile)(binaries.initdb, args, {
      ...account,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(growing, folder);
  } catch (cause) {
    rmSync(growing, { recursive: true, force: true });
    const reason = String((cause as { stderr?: string }).stderr || (cause as Error).message).trim();
    throw new SetupError(
      `The embedded PostgreSQL cannot create its database (${reason}): set DATABASE_URL to a PostgreSQL 17 or newer.`,
      { cause },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
