import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyOf } from '@safety/platform';
import { shapeRefusal } from '../errors/refusal-shape.js';
import { RateLimits } from '../limits/rate-limits.js';
import { ReverseProxy } from './reverse-proxy.js';

/** No path has another one: it is refused, and counts for the address that it comes from. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Sends everything but the gateway's own endpoints to the proxy. It answers in `onRequest` and never calls
 * on, because the next thing that Fastify does is to read the body, which is for the service alone.
 */
export function attachProxy(app: NestFastifyApplication): void {
  const proxy = app.get(ReverseProxy);
  const limits = app.get(RateLimits);
  const fastify = fastifyOf(app);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.is404) limits.countAddress(request, reply);
    done();
  });
  fastify.route({
    method: METHODS,
    url: '/*',
    onRequest: (request, reply) => void proxy.answer(request, reply),
    onSend: (request, reply, payload, done) => done(null, shapeRefusal(request, reply, payload)),
    handler: () => {
      throw new Error('The proxy has answered already');
    },
  });
}
