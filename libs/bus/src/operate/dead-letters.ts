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

/** The oldest dead letters of a service, at most `most` of them. */
export async function deadLetters(redis: Redis, service: string, most = 100): Promise<DeadLetter[]> {
  return (await redis.xrange(deadLettersOf(service), '-', '+', 'COUNT', most)).map(read);
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

/** Forgets dead letters for good. */
export async function discard(redis: Redis, service: string, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length > 0) await redis.xdel(deadLettersOf(service), ...letters.map(({ id }) => id));
}
