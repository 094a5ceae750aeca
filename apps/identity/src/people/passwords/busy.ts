import { ProblemError } from '@safety/platform';

/** Whether a password was not taken for reasons that pass by themselves: the page shows its form again. */
export const isBusy = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.code === 'rate-limited' || error.code === 'unavailable');

/** When another password is checked. */
export interface Waiting {
  retryAfterSeconds: number;
}

/** 429: too many new passwords of this user were checked. */
export class TooManyPasswords extends ProblemError {
  constructor(readonly waiting: Waiting) {
    super('rate-limited', {
      detail: 'Too many new passwords were tried.',
      headers: { 'retry-after': String(waiting.retryAfterSeconds) },
    });
  }
}

/** How the form tells of it. */
export const busyFault = (error: ProblemError): Waiting | 'busyHint' =>
  error instanceof TooManyPasswords ? error.waiting : 'busyHint';
