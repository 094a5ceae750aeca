import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { matchesEtag, methodNotAllowed } from '@safety/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
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
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const limits = app.get(RateLimits);
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
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

/** Sends a text with its strong `ETag`, or 304 to a caller that has it already (RFC 9110 section 13.1.2). */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  void reply.headers({ ...publicHeaders, etag });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  // As bytes: to a text Fastify would add a charset, which no JSON type has.
  return reply.type(type).send(Buffer.from(text));
}
