import { createHmac } from 'node:crypto';
import { decryptBytes, encryptBytes } from '@safety/platform';
import type { CompanyKey } from './company-keys.js';

/** Where a sealed value belongs. It does not open anywhere else. */
export interface Place {
  table: string;
  id: string;
  member: string;
}

const NUMBER_BYTES = 4;

const contextOf = (companyId: string, { table, id, member }: Place): string =>
  [companyId, table, id, member].join('|');

/** Encrypts a value for its place; the number of the key comes before it. */
export function seal(key: CompanyKey, place: Place, value: unknown): Buffer {
  const number = Buffer.alloc(NUMBER_BYTES);
  number.writeUInt32BE(key.number);
  const text = Buffer.from(JSON.stringify(value));
  return Buffer.concat([number, encryptBytes(key.encryption, text, contextOf(key.companyId, place))]);
}

/** The value of `seal`. Throws for one of another place, and without its key. */
export function open(keys: ReadonlyMap<number, CompanyKey>, place: Place, sealed: Buffer): unknown {
  const number = keyNumberOf(sealed);
  const key = keys.get(number);
  if (!key) throw new Error(`A value is sealed with key ${number}, which the company does not have`);
  const text = decryptBytes(key.encryption, sealed.subarray(NUMBER_BYTES), contextOf(key.companyId, place));
  return JSON.parse(text.toString());
}

/** The value of `seal`; undefined for one that does not open. */
export function tryToOpen(
  keys: ReadonlyMap<number, CompanyKey>,
  place: Place,
  sealed: Buffer,
): { value: unknown } | undefined {
  try {
    return { value: open(keys, place, sealed) };
  } catch {
    return undefined;
  }
}

/** The number of the key that a value is sealed with; 0, which no key has, for one that was cut off. */
export const keyNumberOf = (sealed: Buffer): number =>
  sealed.length < NUMBER_BYTES ? 0 : sealed.readUInt32BE(0);

/**
 * A digest by which equal values of a company are found without being known; letters count whatever their
 * case.
 */
export const digestOf = ({ digest }: CompanyKey, member: string, value: string): Buffer =>
  createHmac('sha256', digest).update(`${member}|${value.toLowerCase()}`).digest();
