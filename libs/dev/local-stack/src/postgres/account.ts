import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Account } from '../processes/guarded-server.js';
import { SetupError } from '../setup-error.js';

/**
 * The account PostgreSQL runs as, or undefined for the current user. PostgreSQL refuses root, so root gets
 * the owner of the existing data, else the user `postgres`, else `nobody`: no user is ever created on
 * somebody's machine.
 */
export function serverAccount(existingData?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingData === undefined ? undefined : statSync(existingData, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (account !== undefined) return account;
  throw new SetupError(
    'PostgreSQL does not run as root and this machine has neither a user postgres nor nobody: set DATABASE_URL to a PostgreSQL 17 or newer.',
  );
}

/**
 * True when the account may pass through (folder) or execute (file) this path; asks the operating system, so
 * ACLs count.
 */
export function mayEnter(account: Account | undefined, path: string): boolean {
  if (account === undefined) return true;
  return spawnSync('test', ['-x', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function lookUp(name: string): Account | undefined {
  const ask = (flag: string): number =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}
