import { createHmac } from 'node:crypto';
import { decryptBytes, encryptBytes } from '@safety/platform';
import type { CompanyKey } from './company-keys.js';

/** Where a encrypted value belongs. It does not open anywhere else. */
export interface Place {
  table: string;
  id: string;
  member: string;
}

const NUMBER_BYTES = 4;

const contextOf = (companyId: string, { table, id, member }: Place): string =>
  [companyId, table, id, member].join('|');

/** Encrypts a value for its place; the number of the key comes before it. */
export function encryptValue(key: CompanyKey, place: Place, value: unknown): Buffer {
  const number = Buffer.alloc(NUMBER_BYTES);
  number.writeUInt32BE(key.number);
  const text = Buffer.from(JSON.stringify(value));
  return Buffer.concat([number, encryptBytes(key.encryption, text, contextOf(key.companyId, place))]);
}

/** The value of `encryptValue`. Throws for one of another place, and without its key. */
function decryptValue(keys: ReadonlyMap<number, CompanyKey>, place: Place, encrypted: Buffer): unknown {
  const number = keyNumberOf(encrypted);
  const key = keys.get(number);
  if (!key) throw new Error(`A value is encrypted with key ${number}, which the company does not have`);
  const text = decryptBytes(
    key.encryption,
    encrypted.subarray(NUMBER_BYTES),
    contextOf(key.companyId, place),
  );
  return JSON.parse(text.toString());
}

/** The value of `encryptValue`; undefined for one that does not open. */
export function tryToDecrypt(
  keys: ReadonlyMap<number, CompanyKey>,
  place: Place,
  encrypted: Buffer,
): { value: unknown } | undefined {
  try {
    return { value: decryptValue(keys, place, encrypted) };
  } catch {
    return undefined;
  }
}

/** The number of the key that a value is encrypted with; 0, which no key has, for one that was cut off. */
export const keyNumberOf = (encrypted: Buffer): number =>
  encrypted.length < NUMBER_BYTES ? 0 : encrypted.readUInt32BE(0);

/**
 * A digest by which equal values of a company are found without being known; letters count whatever their
 * case.
 */
export const digestOf = ({ digest }: CompanyKey, member: string, value: string): Buffer =>
  createHmac('sha256', digest).update(`${member}|${value.toLowerCase()}`).digest();
