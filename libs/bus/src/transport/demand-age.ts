import type { Envelope, MessageContract } from '@safety/contracts';
import { TooOldMessage } from './read-message.js';

/**
 * How old a message may be that is not the state of something. Services remember for a day longer which ones
 * they have applied; a state counts by its version, however old it is.
 */
export const MOST_AGE_DAYS = 13;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Demands that the service still knows whether it has applied a message before: a Redis that fell behind, or
 * an owner that was restored, brings old ones again. Throws `TooOldMessage`.
 */
export function demandAge({ stateOf }: MessageContract, { type, occurredAt }: Envelope): void {
  if (stateOf || Date.now() - Date.parse(occurredAt) < MOST_AGE_DAYS * DAY_MS) return;
  throw new TooOldMessage(
    `${type} is older than ${MOST_AGE_DAYS} days: whether it was applied is not known any more`,
  );
}
