import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const TOO_LARGE = 413;
/** Beyond it nobody is waiting for an answer, but filling the line. */
const DROPPED_BYTES = 8 * 1024 * 1024;

/**
 * Lets the refusal of a large body arrive. Fastify would close the connection behind it, and closing one on
 * which something is unread resets it, so that the client loses the answer (RFC 9112 section 9.6). The rest
 * is read and dropped instead; it has no more time than any request. Of whatever is answered before all of it
 * has come, no more than 8 MiB are dropped.
 */
export function readRestOfRefusedBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete) {
      if (reply.statusCode === TOO_LARGE) reply.removeHeader('connection');
      dropRest(request.raw);
    }
    done(null, payload);
  });
}

/**
 * Closes the connection of a request that is answered once more of it has come than anybody sends who waits
 * for an answer.
 */
export function dropRest(message: IncomingMessage): void {
  let dropped = 0;
  message.on('data', (piece: Buffer) => {
    dropped += piece.length;
    if (dropped > DROPPED_BYTES) message.destroy();
  });
}
