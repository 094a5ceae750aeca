import { toProblemError } from '@safety/platform';

/** SQLSTATEs of the time limits of a statement and of a transaction. */
const TIME_LIMITS = ['57014', '25P04'];

/**
 * Whether the message waits, and those behind it too: the bus or the database is unavailable. A message that
 * meets a time limit may do so each time, and holds up nobody.
 */
export const saysNothingAboutMessage = (error: unknown): boolean =>
  toProblemError(error).code === 'unavailable' &&
  !TIME_LIMITS.includes(String((error as { code?: unknown }).code));
