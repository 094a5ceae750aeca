import { type Limit, Throttle } from '../throttling/throttle.js';
import { grantByPassword } from './flows.js';
import { issuer, type Replica } from './identity-under-test.js';

export const WRONG_PASSWORD = 'not the password';

/** Takes so many of what the limits allow, without the time it takes to compare passwords. */
export async function useUp(provider: Replica, limits: readonly Limit[], times: number): Promise<void> {
  const throttle = provider.app.get(Throttle, { strict: false });
  for (let count = 0; count < times; count += 1) await throttle.take(limits);
}

/** A wrong password in the password flow, from this address. */
export const guessFrom = (provider: Replica, username: string, address: string): Promise<Response> =>
  grantByPassword(provider, { username, password: WRONG_PASSWORD }, { 'x-forwarded-for': address });

/** A request for a link to set a new password, from this address. */
export const askForMail = (provider: Replica, email: string, address: string): Promise<Response> =>
  provider.fetch(`${issuer}/forgotten-password`, {
    method: 'POST',
    body: new URLSearchParams({ email }),
    headers: { 'x-forwarded-for': address },
  });
