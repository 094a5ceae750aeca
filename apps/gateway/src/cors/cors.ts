import { Injectable } from '@nestjs/common';
import {
  API_VERSION_HEADER,
  COMPANY_CONTEXT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
} from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config.js';
import { originNotAllowed } from '../errors/refusals.js';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Request headers that a page may send, beside the few that every page may. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  API_VERSION_HEADER,
  COMPANY_CONTEXT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
].join(', ');

/** Response headers that a page may read, beside the few that every page may. */
const ANSWER_HEADERS = [
  'accept-patch',
  'allow',
  'deprecation',
  'etag',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  API_VERSION_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
].join(', ');

/** Short enough that a changed setting is soon felt, long enough that not every call costs two requests. */
const KEPT_FOR_SECONDS = 600;

/**
 * Lets the pages of listed origins call the APIs (Fetch standard, section 3.3). A listed origin is named in
 * the answer, never `*`, and cookies are never allowed: what lets a caller in is the token, which a page has
 * to send itself. The protocol below `/auth` is not for this: identity allows each origin for the clients
 * whose redirect URIs are there.
 */
@Injectable()
export class Cors {
  private readonly origins: ReadonlySet<string>;

  constructor(@InjectSettings() settings: GatewaySettings) {
    const { CORS_ALLOWED_ORIGINS, AUTH_URL, ACCOUNTS_API_URL, BASE_URL } = settings;
    const page = new URL(AUTH_URL).origin;
    const isElsewhere = [ACCOUNTS_API_URL, BASE_URL].some((api) => new URL(api).origin !== page);
    // The page at /docs calls the APIs too.
    this.origins = new Set(isElsewhere ? [...CORS_ALLOWED_ORIGINS, page] : CORS_ALLOWED_ORIGINS);
  }

  /** Lets the page that asks read the answer, whatever it will be, if its origin is listed. */
  allow({ headers }: FastifyRequest, reply: FastifyReply): void {
    if (this.origins.size === 0) return;
    // For caches, also where there is no origin: an answer that one page may read is not for another.
    reply.header('vary', 'origin');
    if (!this.isAllowed(headers.origin)) return;
    reply.header('access-control-allow-origin', headers.origin);
    reply.header('access-control-expose-headers', ANSWER_HEADERS);
  }

  /**
   * Answers a preflight for every path, so that the page can read also that there is no such path. Throws
   * 403.
   */
  answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
    if (!this.isAllowed(headers.origin)) throw originNotAllowed();
    void reply
      .status(204)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': KEPT_FOR_SECONDS,
      })
      .send();
  }

  private isAllowed(origin: string | undefined): boolean {
    return origin !== undefined && this.origins.has(origin);
  }
}
