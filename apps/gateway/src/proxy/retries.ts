import { IDEMPOTENCY_KEY_HEADER } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';

/** The service closed a kept connection just as the request was sent on it. */
const LOST_CONNECTION = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** There was no connection, so nothing has been sent, and of a body nothing been read. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** There was one, and it is gone. */
export const isLost = ({ code = '' }: NodeJS.ErrnoException): boolean => LOST_CONNECTION.has(code);
/** Nobody listens there. */
export const isRefusal = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNREFUSED';

/**
 * PUT is none of them: it may demand a version in its body. Nor is DELETE: what was removed for good is 404
 * the second time.
 */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS']);

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 50;

/**
 * Whether it has the same effect and answer when it comes twice (RFC 9110 section 9.2.2). `knowsKeys` when
 * its service gives the answer to a key again.
 */
export const isIdempotent = ({ method, headers }: FastifyRequest, knowsKeys: boolean): boolean =>
  (knowsKeys && headers[IDEMPOTENCY_KEY_HEADER] !== undefined) || IDEMPOTENT.has(method);

/** How often a request may be sent again, and when. */
export class Retries {
  private count = 0;

  /** `canRepeat` when it may have reached the service already, and is all there still. */
  constructor(private readonly canRepeat: boolean) {}

  /** Milliseconds after which to send it again, with full jitter; none when it may not be. */
  pauseAfter(error: Error): number | undefined {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isUnsent = NO_CONNECTION.has(code);
    const isRepeatable = this.canRepeat && LOST_CONNECTION.has(code);
    if (!(isUnsent || isRepeatable) || this.count >= MAX_RETRIES) return undefined;
    return Math.random() * FIRST_PAUSE_MS * 2 ** this.count++;
  }
}
