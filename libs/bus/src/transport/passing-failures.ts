import { toProblemError } from '@safety/platform';

/** SQLSTATEs of the time limits of a statement and of a transaction. */
const TIME_LIMITS = ['57014', '25P04'];

const meetsTimeLimit = (error: unknown): boolean =>
  TIME_LIMITS.includes(String((error as { code?: unknown }).code));

/**
 * Whether the message waits, and those behind it too: the bus or the database is unavailable. A message that
 * meets a time limit may do so each time, and holds up nobody.
 */
export const saysNothingAboutMessage = (error: unknown): boolean =>
  toProblemError(error).code === 'unavailable' && !meetsTimeLimit(error);

/**
 * How often a message is tried that fails so. A time limit may be the fault of a lock or a disk that is slow
 * for minutes.
 */
export const triesOf = (error: unknown): number => (meetsTimeLimit(error) ? 100 : 8);
