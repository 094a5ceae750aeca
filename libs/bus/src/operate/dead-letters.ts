import type { Redis } from 'ioredis';
import { deadLettersOf, ENVELOPE_FIELD, repeatsFor } from '../streams.js';
import { envelopeOf } from '../transport/envelope-of.js';

/** A message that a service could not apply. */
export interface DeadLetter {
  /** Its name among the dead letters. */
  id: string;
  /** Where it came from. */
  stream: string;
  /** The envelope as it was told. */
  envelope: string;
}

/** The oldest dead letters of a service, at most `most` of them. */
export async function deadLetters(redis: Redis, service: string, most = 100): Promise<DeadLetter[]> {
  const entries = await redis.xrange(deadLettersOf(service), '-', '+', 'COUNT', most);
  return entries.map(([id, fields]) => ({
    id,
    stream: fields[fields.indexOf('stream') + 1] ?? '',
    envelope: envelopeOf(fields),
  }));
}

/** Gives dead letters to their service once more, in their order. */
export async function replay(redis: Redis, service: string, letters: readonly DeadLetter[]): Promise<void> {
  const transaction = redis.multi();
  for (const { id, envelope } of letters) {
    transaction.xadd(repeatsFor(service), '*', ENVELOPE_FIELD, envelope).xdel(deadLettersOf(service), id);
  }
  await transaction.exec();
}

/** Forgets dead letters for good. */
export async function discard(redis: Redis, service: string, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length > 0) await redis.xdel(deadLettersOf(service), ...letters.map(({ id }) => id));
}
