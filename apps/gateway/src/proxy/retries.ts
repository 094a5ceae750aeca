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
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 50;

/** How often a request may be sent again (RFC 9110 section 9.2.2), and when. */
export class Retries {
  private readonly isIdempotent: boolean;
  private count = 0;

  /** `canRepeat` is false when there is a body, which is streamed and so gone once there was a connection. */
  constructor(
    { method, headers }: FastifyRequest,
    private readonly canRepeat: boolean,
  ) {
    this.isIdempotent = IDEMPOTENT.has(method) || headers[IDEMPOTENCY_KEY_HEADER] !== undefined;
  }

  /** Milliseconds after which to send it again, with full jitter; none when it may not be. */
  pauseAfter(error: Error): number | undefined {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isUnsent = NO_CONNECTION.has(code);
    const isRepeatable = this.canRepeat && this.isIdempotent && LOST_CONNECTION.has(code);
    if (!(isUnsent || isRepeatable) || this.count >= MAX_RETRIES) return undefined;
    return Math.random() * FIRST_PAUSE_MS * 2 ** this.count++;
  }
}
