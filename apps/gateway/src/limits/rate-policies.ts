/** What a limit counts: a client in one company, a client in all of them, an address without a token, or its bad tokens. */
export type RatePolicyName = 'company' | 'client' | 'address' | 'bad-tokens';

/** How many requests are let through in how long. */
export interface RatePolicy {
  name: RatePolicyName;
  quota: number;
  /** As `RateLimit-Policy` tells it. */
  told: string;
}

/** Settings are per minute; a window is shorter, so that a burst is a sixth of a minute's requests and soon forgiven. */
export const WINDOW_MS = 10_000;

const WINDOWS_A_MINUTE = 60_000 / WINDOW_MS;

/** A policy of so many requests a minute. */
export function perMinute(name: RatePolicyName, requests: number): RatePolicy {
  const quota = Math.max(1, Math.round(requests / WINDOWS_A_MINUTE));
  return { name, quota, told: `"${name}";q=${quota};w=${WINDOW_MS / 1000}` };
}
