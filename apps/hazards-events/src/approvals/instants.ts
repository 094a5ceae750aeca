import type { FieldError } from '@safety/contracts';

/** How far the clock of a caller may be ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** Whether something that a body reports has not happened yet, by the clock of any caller. */
export const isAhead = (instant: Date, now: Date): boolean =>
  instant.getTime() > now.getTime() + CLOCK_TOLERANCE_MS;

export const later = (first: Date, second: Date): Date => (first > second ? first : second);

export const inFuture = (pointer: string): FieldError => ({
  pointer,
  code: 'in-future',
  detail: 'Must not lie in the future.',
});
