import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Sends the clients of a service that is about to stop elsewhere: each connection ends with its next answer,
 * so that none carries a request in the moment in which it is closed.
 */
export function endConnectionsWithAnswers(server: Server): void {
  server.prependListener('request', (_, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
}

/** For the request of a connection that comes while the service stops. */
const LATE_REQUEST_WITHIN_MS = 1_000;

/**
 * Lets a stopping service end: Fastify closes the connections that are idle when it stops, and this those
 * that were opened for a request that never came, and those on which a request is still under way, once it is
 * answered. A kept-alive one would hold the process for over a minute.
 */
export function closeConnectionsOnStop(fastify: FastifyInstance): void {
  let stopping = false;
  const connections = new Set<Socket>();
  const endIfSilent = (socket: Socket): void => {
    if (socket.bytesRead === 0) socket.destroy();
  };
  const keep = (socket: Socket): void => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    // Its handshake was under way, or it waited to be accepted: its request may be about to come.
    if (stopping) setTimeout(endIfSilent, LATE_REQUEST_WITHIN_MS, socket).unref();
  };
  fastify.server.on('connection', keep);
  // Over TLS the one above has read the handshake: only this one has read nothing where no request came.
  fastify.server.on('secureConnection', keep);
  fastify.addHook('preClose', (done) => {
    stopping = true;
    connections.forEach(endIfSilent);
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
  });
  // An answer whose head had left before cannot say so any more.
  fastify.addHook('onResponse', (_request, _reply, done) => {
    if (stopping) setImmediate(() => fastify.server.closeIdleConnections());
    done();
  });
}
