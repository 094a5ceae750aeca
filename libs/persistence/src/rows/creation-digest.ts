import { createHash, createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@safety/platform';
import { derivedKey } from '../derived-key.js';

/** The first byte of a digest says how it was made. */
const KEYED = Buffer.from([1]);

/**
 * Makes and compares the digests of requests that add rows, with a key that is derived from `CURSOR_SECRET`:
 * without it a short body could be guessed from a dump.
 */
@Injectable()
export class CreationDigests {
  private readonly key: Buffer;

  constructor(@Inject(SETTINGS) { CURSOR_SECRET }: { CURSOR_SECRET: string }) {
    this.key = derivedKey(CURSOR_SECRET, 'requests that add rows');
  }

  of(body: object): Buffer {
    return Buffer.concat([KEYED, createHmac('sha256', this.key).update(creationDigest(body)).digest()]);
  }

  matches(stored: Buffer, body: object): boolean {
    return stored.equals(this.of(body));
  }
}

/**
 * The digest of a request that adds a row: of the checked body as canonical JSON, its members sorted. Members
 * without a value (null, an empty list or object) are left out. So a member that a later version of the
 * contract adds does not make another request of one that was sent before.
 */
const creationDigest = (body: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(JSON.parse(JSON.stringify(body)))))
    .digest();

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, canonical(member)] as const)
    .filter(([, member]) => !isEmpty(member))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members);
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);
