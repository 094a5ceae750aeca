import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayEnter } from './postgres/account.js';
import type { Account } from './processes/guarded-server.js';
import { projectName } from './project.js';
import { SetupError } from './setup-error.js';

/**
 * A new folder for throw-away files, in the first temporary folder that takes it and that `account` can
 * reach: the one of TMPDIR need not exist.
 */
export function throwAwayFolder(account?: Account, preferred: readonly string[] = []): string {
  for (const parent of [...preferred, tmpdir(), '/var/tmp', '/tmp']) {
    if (!mayEnter(account, parent)) continue;
    try {
      return mkdtempSync(join(parent, `${projectName}-test-`));
    } catch {
      // The next one may take it.
    }
  }
  throw new SetupError(
    account === undefined
      ? 'No temporary folder can be written to: set TMPDIR to one that can.'
      : 'No temporary folder can be reached by the user PostgreSQL runs as: set TMPDIR or DATABASE_URL.',
  );
}
