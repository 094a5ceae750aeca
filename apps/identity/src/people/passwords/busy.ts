import { ProblemError } from '@safety/platform';

/** Whether a password was not taken only because too many of them wait: the page shows its form again. */
export const isBusy = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.code === 'rate-limited' || error.code === 'unavailable');
