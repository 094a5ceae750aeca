import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup-error.js';
import { type AppName, appsWithDatabase } from './apps.js';

/** The secrets of one installation. */
export interface Secrets {
  /** base64 of 32 bytes: encrypts identity's signing keys at rest. */
  readonly keyEncryptionKey: string;
  /** Signs list cursors. */
  readonly cursorSecret: string;
  /** Password of each service's restricted database role. */
  readonly rolePasswords: Readonly<Partial<Record<AppName, string>>>;
}

/** New random secrets. */
export function newSecrets(): Secrets {
  return {
    keyEncryptionKey: randomBytes(32).toString('base64'),
    cursorSecret: randomBytes(32).toString('hex'),
    rolePasswords: Object.fromEntries(
      appsWithDatabase.map((name) => [name, randomBytes(24).toString('hex')]),
    ),
  };
}

/** The secrets of `<dataDir>/secrets.json`, made at the first start and readable by the current user only. */
export function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
    } catch (cause) {
      throw new SetupError(
        `${file} cannot be read: run npx --yes pnpm start --reset to begin with empty data.`,
        {
          cause,
        },
      );
    }
  }
  const secrets = newSecrets();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
