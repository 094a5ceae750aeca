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

/**
 * Lets a stopping service end: Fastify closes the connections that are idle when it stops, and this those
 * that were opened for a request that never came, and those on which a request is still under way, once it is
 * answered. A kept-alive one would hold the process for over a minute.
 */
export function closeConnectionsOnStop(fastify: FastifyInstance): void {
  let stopping = false;
  const connections = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    stopping = true;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
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
