import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RedisUser, redisUsers } from '../redis/users.js';
import { resetHint, SetupError } from '../setup-error.js';
import { type AppName, appsWithDatabase } from './apps.js';

/** The keys of Ed25519 that a service signs its messages with, in base64. */
interface BusKeys {
  readonly signingKey: string;
  readonly publicKey: string;
}

/** The secrets of one installation. */
export interface Secrets {
  /** base64 of 32 bytes: encrypts identity's signing keys at rest. */
  readonly keyEncryptionKey: string;
  /** base64 of 32 bytes: wraps the keys that personnel-org encrypts sensitive members with. */
  readonly personnelKeyEncryptionKey: string;
  /** Encrypts list cursors. */
  readonly cursorSecret: string;
  /** Password of each service's restricted database role. */
  readonly rolePasswords: Readonly<Partial<Record<AppName, string>>>;
  /** Password of the role that the command line of accounts is in its database. */
  readonly operatorPassword: string;
  /** Password of each user of Redis. */
  readonly redisPasswords: Readonly<Record<RedisUser, string>>;
  /** Password of the administrator of a Redis that the suite runs itself. */
  readonly redisAdministrator: string;
  /** Of each service that publishes on the bus. */
  readonly busKeys: Readonly<Partial<Record<AppName, BusKeys>>>;
}

const newPassword = (): string => randomBytes(24).toString('hex');

function newBusKeys(): BusKeys {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const inBase64 = (text = ''): string => Buffer.from(text, 'base64url').toString('base64');
  return { signingKey: inBase64(d), publicKey: inBase64(x) };
}

const forEach = <Name extends string, Value>(
  names: readonly Name[],
  make: () => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>;

/** New random secrets. */
export function newSecrets(): Secrets {
  return {
    keyEncryptionKey: randomBytes(32).toString('base64'),
    personnelKeyEncryptionKey: randomBytes(32).toString('base64'),
    cursorSecret: randomBytes(32).toString('hex'),
    rolePasswords: forEach(appsWithDatabase, newPassword),
    operatorPassword: newPassword(),
    redisPasswords: forEach(redisUsers, newPassword),
    redisAdministrator: newPassword(),
    // A service publishes from the outbox in its database.
    busKeys: forEach(appsWithDatabase, newBusKeys),
  };
}

const fileIn = (dataDir: string): string => join(dataDir, 'secrets.json');

/** Whether a start has made secrets in this data folder. */
export const hasSecrets = (dataDir: string): boolean => existsSync(fileIn(dataDir));

/**
 * The secrets of `<dataDir>/secrets.json`, made at the first start and readable by the current user only. A
 * later release adds the secrets that it needs beside those of an earlier one.
 */
export function keptSecrets(dataDir: string): Secrets {
  const file = fileIn(dataDir);
  const kept = hasSecrets(dataDir) ? readSecrets(file) : {};
  const secrets = completed(newSecrets(), kept) as Secrets;
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (text === `${JSON.stringify(kept, null, 2)}\n`) return secrets;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

function readSecrets(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new SetupError(`${file} cannot be read: ${resetHint}.`, { cause });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The kept values, and those from `fresh` that are missing there. */
function completed(fresh: unknown, kept: unknown): unknown {
  if (!isObject(fresh) || !isObject(kept)) return kept ?? fresh;
  const names = [...new Set([...Object.keys(fresh), ...Object.keys(kept)])];
  return Object.fromEntries(names.map((name) => [name, completed(fresh[name], kept[name])]));
}
