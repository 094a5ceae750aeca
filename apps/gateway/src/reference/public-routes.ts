import { hash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyOf, matchesEtag, methodNotAllowed, SETTINGS } from '@safety/platform';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { GatewaySettings } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';

const KEPT_FOR_SECONDS = 300;
const READS = ['GET', 'HEAD'];
const OTHERS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Headers of whatever the gateway itself shows to everybody. */
export const publicHeaders = {
  'cache-control': `public, max-age=${KEPT_FOR_SECONDS}`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Registers addresses of the gateway itself. Reads count for the address of the caller. Any other method is
 * 405.
 */
export function publicRoutes(
  app: NestFastifyApplication,
): (url: string, handler: RouteHandlerMethod) => void {
  const fastify = fastifyOf(app);
  const limits = app.get(RateLimits);
  const { REQUEST_TIMEOUT_MS } = app.get<GatewaySettings>(SETTINGS);
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // An answer that nobody reads would stay in memory.
    reply.raw.setTimeout(REQUEST_TIMEOUT_MS, () => reply.raw.destroy());
    limits.countAddress(request, reply);
    done();
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    limits.countAddress(request, reply);
    throw methodNotAllowed(READS);
  };
  return (url, handler) => {
    fastify.get(url, { onRequest }, handler);
    fastify.route({ method: OTHERS, url, onRequest: refuse, handler: refuse });
  };
}

/** A text as it is sent: to a string Fastify would add a charset, which no JSON type has. */
export interface PublicText {
  bytes: Buffer;
  /** Strong. */
  etag: string;
}

export function publicText(text: string): PublicText {
  const bytes = Buffer.from(text);
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url')}"` };
}

/** Sends a text with its `ETag`, or 304 to a caller that has it already (RFC 9110 section 13.1.2). */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { bytes, etag }: PublicText,
): FastifyReply {
  void reply.headers({ ...publicHeaders, etag });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(bytes);
}
