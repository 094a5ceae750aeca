import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { StatementClient } from '@safety/persistence';
import { decryptBytes, ENCRYPTION_KEY_BYTES, encryptBytes, SettingsError } from '@safety/platform';
import type { DataSource } from 'typeorm';

/** The keys of the deployment: the first wraps, all unwrap. */
export type DeploymentKeys = readonly [Buffer, ...Buffer[]];

/** A key of a company, and the one that its digests are made with. */
export interface CompanyKey {
  companyId: string;
  number: number;
  /** An object: from bytes Node makes one for each value, which takes longer than the decryption. */
  encryption: KeyObject;
  digest: Buffer;
}

interface WrappedKey {
  number: number;
  wrapped: Buffer;
}

const placeOf = (companyId: string, number: number): string => `company-key:${companyId}:${number}`;
const ID_BYTES = 4;
const idOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, ID_BYTES);

/** Encrypts the key of a company with the first key of the deployment, whose id comes before it. */
function wrap([first]: DeploymentKeys, { companyId, number, encryption, digest }: CompanyKey): Buffer {
  const both = Buffer.concat([encryption.export(), digest]);
  return Buffer.concat([idOf(first), encryptBytes(first, both, placeOf(companyId, number))]);
}

/** A key of a company that is there, and does not open. */
export class LostKey extends Error {}

/** The key of a company. Throws `LostKey` when none of the keys of the deployment opens it. */
function unwrap(keys: DeploymentKeys, companyId: string, { number, wrapped }: WrappedKey): CompanyKey {
  const key = keys.find((candidate) => idOf(candidate).equals(wrapped.subarray(0, ID_BYTES)));
  if (!key) throw new LostKey('The key of a company is wrapped with none of the keys in KEY_ENCRYPTION_KEY');
  const both = decryptedOrLost(() =>
    decryptBytes(key, wrapped.subarray(ID_BYTES), placeOf(companyId, number)),
  );
  const encryption = createSecretKey(both.subarray(0, ENCRYPTION_KEY_BYTES));
  return { companyId, number, encryption, digest: both.subarray(ENCRYPTION_KEY_BYTES) };
}

/**
 * A wrong setting would wrap the keys of further companies, and open none of those that there are. One that
 * opens is enough, since others may be lost, and those that were given up do not count.
 *
 * @throws SettingsError when there are keys, and none is wrapped with one of these
 */
export async function demandOneOf(dataSource: DataSource, keys: DeploymentKeys): Promise<void> {
  // on many nodes: each is asked for one of its keys
  const known: unknown[] = await dataSource.query(
    `SELECT 1 FROM company_keys WHERE substring(wrapped FROM 1 FOR ${ID_BYTES}) = ANY($1) LIMIT 1`,
    [keys.map(idOf)],
  );
  if (known.length > 0) return;
  // on many nodes: each is asked for one of its keys
  const others: unknown[] = await dataSource.query(
    'SELECT 1 FROM company_keys WHERE given_up_at IS NULL LIMIT 1',
  );
  if (others.length > 0)
    throw new SettingsError(
      'The keys of companies in the database are wrapped with none of the keys in KEY_ENCRYPTION_KEY.',
    );
}

function decryptedOrLost(decrypted: () => Buffer): Buffer {
  try {
    return decrypted();
  } catch (cause) {
    throw new LostKey('The key of a company was moved or damaged in company_keys', { cause });
  }
}

/** Adds a key to a company, unless another transaction has added the same number. */
export async function addKey(
  client: StatementClient,
  keys: DeploymentKeys,
  companyId: string,
  number: number,
): Promise<void> {
  const encryption = createSecretKey(randomBytes(ENCRYPTION_KEY_BYTES));
  const digest = randomBytes(ENCRYPTION_KEY_BYTES);
  await client.query(
    'INSERT INTO company_keys (company_id, number, wrapped) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [companyId, number, wrap(keys, { companyId, number, encryption, digest })],
  );
}

const lockOf = (companyId: string): string => `company-keys:${companyId}`;

/** Waits for those who encrypt for a company, and makes others wait until the transaction ends. */
export async function lockKeys(client: StatementClient, companyId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf(companyId)]);
}

/**
 * Makes a rotation wait until the transaction ends, and waits for one that has begun: nothing is encrypted
 * with a key that is going. Writers ask before they lock any row, since a rotation asks for rows later.
 */
export async function shareKeys(client: StatementClient, companyId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lockOf(companyId)]);
}

/** The newest key of a company, which gets its first one here. It stays the newest for the transaction. */
export async function newestKey(
  client: StatementClient,
  keys: DeploymentKeys,
  companyId: string,
): Promise<CompanyKey> {
  await shareKeys(client, companyId);
  const select = async () =>
    client.query<WrappedKey>(
      'SELECT number, wrapped FROM company_keys WHERE company_id = $1 ORDER BY number DESC LIMIT 1',
      [companyId],
    );
  let { rows } = await select();
  if (!rows[0]) {
    await addKey(client, keys, companyId, 1);
    ({ rows } = await select());
  }
  if (!rows[0]) throw new Error('A company has a key once one was added');
  return unwrap(keys, companyId, rows[0]);
}

/** Throws `LostKey` where a key of a company is there and does not open, until it is given up. */
export async function demandNotLost(
  client: StatementClient,
  keys: DeploymentKeys,
  companyId: string,
  number: number,
): Promise<void> {
  const { rows } = await client.query<WrappedKey>(
    'SELECT number, wrapped FROM company_keys WHERE company_id = $1 AND number = $2 AND given_up_at IS NULL',
    [companyId, number],
  );
  if (rows[0]) unwrap(keys, companyId, rows[0]);
}

/** Keys that do not open are lost for good: what they have encrypted may be replaced. */
export async function giveUp(
  client: StatementClient,
  companyId: string,
  numbers: readonly number[],
): Promise<void> {
  await client.query(
    `UPDATE company_keys SET given_up_at = now()
     WHERE company_id = $1 AND number = ANY($2) AND given_up_at IS NULL`,
    [companyId, numbers],
  );
}

/**
 * All keys of a company that open.
 * @param lost takes the number of each other one
 */
export async function keysOf(
  client: StatementClient,
  keys: DeploymentKeys,
  companyId: string,
  lost: (number: number) => void = () => undefined,
): Promise<Map<number, CompanyKey>> {
  const { rows } = await client.query<WrappedKey>(
    'SELECT number, wrapped FROM company_keys WHERE company_id = $1',
    [companyId],
  );
  const opened = rows.flatMap((row) => unwrapOrLose(keys, companyId, row, lost));
  return new Map(opened.map((key) => [key.number, key]));
}

/** The key alone; none once `lost` has taken the number of one that does not open. */
function unwrapOrLose(
  keys: DeploymentKeys,
  companyId: string,
  row: WrappedKey,
  lost: (number: number) => void,
): CompanyKey[] {
  try {
    return [unwrap(keys, companyId, row)];
  } catch (error) {
    if (!(error instanceof LostKey)) throw error;
    lost(row.number);
    return [];
  }
}

/**
 * Wraps the keys of a company anew, with the first key of the deployment. Resolves with how many had another
 * one, and with the numbers of those that do not open and stay as they are.
 */
export async function wrapAnew(
  client: StatementClient,
  keys: DeploymentKeys,
  companyId: string,
): Promise<{ wrapped: number; lost: number[] }> {
  const { rows } = await client.query<WrappedKey>(
    'SELECT number, wrapped FROM company_keys WHERE company_id = $1 ORDER BY number FOR UPDATE',
    [companyId],
  );
  const [first] = keys;
  const lost: number[] = [];
  const old = rows
    .filter(({ wrapped }) => !idOf(first).equals(wrapped.subarray(0, ID_BYTES)))
    .flatMap((row) => unwrapOrLose(keys, companyId, row, (number) => lost.push(number)));
  for (const key of old)
    await client.query('UPDATE company_keys SET wrapped = $3 WHERE company_id = $1 AND number = $2', [
      companyId,
      key.number,
      wrap(keys, key),
    ]);
  return { wrapped: old.length, lost };
}
