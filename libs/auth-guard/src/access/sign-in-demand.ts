import { type Caller, ProblemError, type SignInDemand } from '@safety/platform';
import { challenge } from '../token/challenge.js';

/** Clocks differ between services. */
const TOLERANCE_SECONDS = 5;

/**
 * Throws 401 unless the user of the token signed in as the handler demands. The challenge tells the client
 * what to ask the provider for (RFC 9470 section 3). A client that acts as itself has signed in nobody.
 */
export function checkSignIn(
  { acrValues = [], maxAge }: SignInDemand,
  { acr, authTime }: Pick<Caller, 'acr' | 'authTime'>,
  nowSeconds = Date.now() / 1000,
): void {
  const isStrong = acrValues.length === 0 || (acr !== undefined && acrValues.includes(acr));
  const isRecent =
    maxAge === undefined || (authTime !== undefined && nowSeconds - authTime <= maxAge + TOLERANCE_SECONDS);
  if (isStrong && isRecent) return;
  const description = isStrong ? 'A more recent sign-in is required' : 'A stronger sign-in is required';
  throw new ProblemError('insufficient-user-authentication', {
    detail: `${description}. Send the user to sign in again, as WWW-Authenticate says.`,
    headers: challenge({
      error: 'insufficient_user_authentication',
      error_description: description,
      ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
    }),
  });
}
