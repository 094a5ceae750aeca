import proxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { checkToken } from './check-token.mjs';

const app = fastify();
await app.register(proxy, {
  upstream: process.env.UPSTREAM_URL,
  prefix: '/api',
  preHandler: async (request, reply) => {
    try {
      await checkToken(request);
    } catch {
      return reply.code(401).send();
    }
  },
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
