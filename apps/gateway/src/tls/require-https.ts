import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyOf, SETTINGS } from '@safety/platform';
import type { GatewaySettings } from '../config.js';

const YEAR_SECONDS = 31_536_000;

/**
 * Where the public address is HTTPS, tells browsers never to try HTTP (RFC 6797), whoever ends TLS. Whether
 * names below this one are meant too is not for the gateway to say.
 */
export function requireHttps(app: NestFastifyApplication): void {
  const { AUTH_URL } = app.get<GatewaySettings>(SETTINGS);
  if (!AUTH_URL.startsWith('https:')) return;
  const fastify = fastifyOf(app);
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
    done();
  });
}
