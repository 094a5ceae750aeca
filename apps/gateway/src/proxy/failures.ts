import { ProblemError, unavailable } from '@safety/platform';

/**
 * undici refuses what HTTP does not allow before it is sent; every other error means an unavailable service.
 */
export function problemOf(error: NodeJS.ErrnoException): ProblemError {
  if (error instanceof ProblemError) return error;
  return error.code === 'UND_ERR_INVALID_ARG'
    ? new ProblemError('bad-request', { detail: 'The request cannot be passed on.', cause: error })
    : unavailable(error);
}
