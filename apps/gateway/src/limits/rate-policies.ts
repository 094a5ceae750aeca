/**
 * A limit counts one user of a client, a client in one company, or a client in all companies, and apart from
 * that outside of them; in the latter two all clients of one company are one. It can also count an address
 * without a token, or the bad tokens of an address.
 */
export type RatePolicyName = 'user' | 'company' | 'client' | 'address' | 'bad-tokens';

/** A bucket of so many requests, which fills evenly. */
export interface RatePolicy {
  name: RatePolicyName;
  /** Requests that a full bucket holds. */
  quota: number;
  /** Milliseconds until a bucket holds one request more. */
  refillMs: number;
  /** Its value in `RateLimit-Policy`. */
  headerValue: string;
}

/**
 * In which an empty bucket becomes full. Settings are per minute, so a sixth of a minute's requests may come
 * at once.
 */
export const FILL_MS = 10_000;

/**
 * The highest debt of a bucket, to all replicas together: that each lets a burst through before it knows of
 * the others is paid for, but neither many of them nor a clock that is set back keep a caller out for long.
 */
export const MOST_OWED_MS = 2 * FILL_MS;

const FILLS_A_MINUTE = 60_000 / FILL_MS;

/** A policy of so many requests a minute. */
export function perMinute(name: RatePolicyName, requests: number): RatePolicy {
  const quota = Math.max(1, Math.round(requests / FILLS_A_MINUTE));
  return { name, quota, refillMs: FILL_MS / quota, headerValue: `"${name}";q=${quota};w=${FILL_MS / 1000}` };
}
