import type { FastifyInstance } from 'fastify';

const TOO_LARGE = 413;

/**
 * Lets the refusal of a large body arrive. Fastify would close the connection behind it, and closing one on which something
 * is unread resets it, so that the client loses the answer (RFC 9112 section 9.6). The rest is read and dropped instead; it
 * has no more time than any request.
 */
export function readRestOfRefusedBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === TOO_LARGE && !request.raw.complete) {
      reply.removeHeader('connection');
      request.raw.resume();
    }
    done(null, payload);
  });
}
