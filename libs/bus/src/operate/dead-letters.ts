import type { Redis } from 'ioredis';
import { commit } from '../redis.js';
import {
  deadLettersOf,
  ENVELOPE_FIELD,
  repeatsFor,
  SIGNATURE_FIELD,
  STREAM_FIELD,
  STREAM_LENGTH,
} from '../streams.js';
import { envelopeOf, fieldOf } from '../transport/envelope-of.js';

/** A message that a service could not apply. */
export interface DeadLetter {
  /** Its name among the dead letters. */
  id: string;
  /** Where it came from. */
  stream: string;
  /** The envelope as it was published. */
  envelope: string;
  /** Its owner's signature; without it the service sets the message aside again. */
  signature: string;
}

const MOST = 1_000;
/** A message may have a mebibyte, and all that are read at once are in memory. */
const AT_ONCE = 20;
/** As many bytes of envelopes as are shown, give or take those that are read at once. */
const MOST_BYTES = 16 * 2 ** 20;

/** The oldest dead letters of a service, some at once. Those that come meanwhile are left out. */
async function* oldest(redis: Redis, service: string): AsyncGenerator<DeadLetter[]> {
  const key = deadLettersOf(service);
  const [newest] = await redis.xrevrange(key, '+', '-', 'COUNT', 1);
  let after = '-';
  for (let left = newest ? MOST : 0; left > 0; left -= AT_ONCE) {
    const letters = await redis.xrange(key, after, newest?.[0] ?? '-', 'COUNT', AT_ONCE);
    const last = letters.at(-1);
    if (!last) return;
    yield letters.map(read);
    after = `(${last[0]}`;
  }
}

/** The oldest dead letters of a service: a thousand, or those that are 16 MiB together. */
export async function deadLetters(redis: Redis, service: string): Promise<DeadLetter[]> {
  const all: DeadLetter[] = [];
  let bytes = 0;
  for await (const letters of oldest(redis, service)) {
    all.push(...letters);
    for (const { envelope } of letters) bytes += Buffer.byteLength(envelope);
    if (bytes >= MOST_BYTES) break;
  }
  return all;
}

/** The dead letter of a service with this id, however many are older. */
export async function deadLetter(redis: Redis, service: string, id: string): Promise<DeadLetter | undefined> {
  const entries = await redis.xrange(deadLettersOf(service), id, id).catch((error: Error) => {
    if (error.message.includes('Invalid stream ID')) return [];
    throw error;
  });
  // Half an id is a range to Redis.
  return entries.map(read).find((letter) => letter.id === id);
}

const read = ([id, fields]: [id: string, fields: string[]]): DeadLetter => ({
  id,
  stream: fieldOf(fields, STREAM_FIELD),
  envelope: envelopeOf(fields),
  signature: fieldOf(fields, SIGNATURE_FIELD),
});

/**
 * Gives dead letters to their service once more, in their order. They stay dead letters until all of them are
 * given, since a transaction of Redis goes on behind a command that fails. A message that comes twice
 * changes nothing.
 */
export async function replay(redis: Redis, service: string, letters: readonly DeadLetter[]): Promise<void> {
  const transaction = redis.multi();
  for (const { stream, envelope, signature } of letters) {
    const fields = [ENVELOPE_FIELD, envelope, SIGNATURE_FIELD, signature, STREAM_FIELD, stream];
    transaction.xadd(repeatsFor(service), 'MAXLEN', '~', STREAM_LENGTH, '*', ...fields);
  }
  await commit(transaction);
  await discard(redis, service, letters);
}

/** Gives the oldest thousand of them to their service. Resolves with how many. */
export async function replayOldest(redis: Redis, service: string): Promise<number> {
  let replayed = 0;
  for await (const letters of oldest(redis, service)) {
    await replay(redis, service, letters);
    replayed += letters.length;
  }
  return replayed;
}

/** Forgets dead letters for good. */
export async function discard(redis: Redis, service: string, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length > 0) await redis.xdel(deadLettersOf(service), ...letters.map(({ id }) => id));
}
