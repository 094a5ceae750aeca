import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SETTINGS } from '@safety/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config.js';
import { Cors } from '../cors/cors.js';
import { RateLimits } from '../limits/rate-limits.js';
import { pageOf, redirectPage, redirectScript, startScriptOf } from './page.js';
import { withAddresses } from './places.js';

const KEPT_FOR_SECONDS = 300;
const DOCUMENT = new URL('openapi.json', import.meta.url);

/** What the page loads, all from here: names below `/docs`, files of the package, and their types. */
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Serves `/openapi.json`, and at `/docs` a page to read it and to try calls. Files are read anew each time, never kept. */
export function attachReference(app: NestFastifyApplication): void {
  const settings = app.get<GatewaySettings>(SETTINGS);
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const cors = app.get(Cors);
  const limits = app.get(RateLimits);
  const require = createRequire(import.meta.url);
  const headers = securityHeaders(settings);
  const send = (reply: FastifyReply, type: string, body: unknown) =>
    reply.headers(headers).type(type).send(body);

  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    limits.countAddress(request, reply);
    done();
  };
  fastify.get('/openapi.json', { onRequest }, async (request, reply) => {
    cors.allow(request, reply);
    return send(
      reply,
      'application/json; charset=utf-8',
      withAddresses(await readFile(DOCUMENT, 'utf8'), settings),
    );
  });
  fastify.get('/docs', { onRequest }, (_, reply) => send(reply, 'text/html; charset=utf-8', pageOf()));
  fastify.get('/docs/start.js', { onRequest }, (_, reply) =>
    send(reply, 'text/javascript; charset=utf-8', startScriptOf(settings)),
  );
  fastify.get('/docs/oauth2-redirect.html', { onRequest }, (_, reply) =>
    send(reply, 'text/html; charset=utf-8', redirectPage),
  );
  fastify.get('/docs/oauth2-redirect.js', { onRequest }, (_, reply) =>
    send(reply, 'text/javascript; charset=utf-8', redirectScript),
  );
  for (const [name, type] of Object.entries(FILES)) {
    const file = require.resolve(`swagger-ui-dist/${name}`);
    fastify.get(`/docs/${name}`, { onRequest }, (_, reply) => send(reply, type, createReadStream(file)));
  }
}

/** The page runs no script but its own, and asks nobody but the suite. Styles in elements are the library's way. */
function securityHeaders({ AUTH_URL, ACCOUNTS_API_URL, BASE_URL }: GatewaySettings): Record<string, string> {
  const addresses = new Set([AUTH_URL, ACCOUNTS_API_URL, BASE_URL].map((address) => new URL(address).origin));
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      `connect-src 'self' ${[...addresses].join(' ')}`,
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': `public, max-age=${KEPT_FOR_SECONDS}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
