import type { Upstream } from './upstream.js';

/** Where a request goes and how. */
export interface Call {
  upstream: Upstream;
  path: string;
  headers: string[];
  /** Milliseconds until the answer must have begun from the end of the request, and between its pieces. */
  budgetMs: number;
  /** Milliseconds until the client must have sent all of its body, or have read what it was sent. */
  clientBudgetMs: number;
  /** Bytes of the request's body at most. */
  maxBodyBytes: number;
  /** Whether the service answers a write that it knows by its `Idempotency-Key` as it did before. */
  knowsKeys: boolean;
  /** Whether the service may set cookies. */
  cookies: boolean;
}
