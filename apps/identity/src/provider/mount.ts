import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { issuerOf, MAX_FORM_BYTES } from '@safety/contracts';
import { fastifyOf, isPreflight, methodNotAllowed, ProblemError, SETTINGS } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentitySettings } from '../config.js';
import {
  authorizationServerPath,
  discoveryRoute,
  endSessionRoute,
  type ProtocolRoute,
  protocolRoutes,
} from '../paths/protocol.js';
import { type AnswerAsGet, acceptPostedRequests } from './hooks/posted-requests.js';
import { ProviderHolder } from './provider.holder.js';

const PREFIX = '/auth';

/**
 * Puts the protocol's endpoints into the service's router, so that logs, request ids, 404 and 405 are like
 * everywhere.
 */
export function mountProvider(app: NestFastifyApplication): void {
  const { AUTH_URL } = app.get<IdentitySettings>(SETTINGS);
  const issuer = new URL(AUTH_URL);
  const fastify = fastifyOf(app);
  void fastify.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // The library reads the body itself.
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      for (const route of protocolRoutes) {
        scope.route({
          method: route.methods,
          url: route.path,
          // A HEAD would sign out, or issue a code, as GET does.
          exposeHeadRoute: route.answers === 'json',
          handler: (request, reply) => answer(app.get(ProviderHolder), issuer, route, request, reply),
        });
      }
    },
    { prefix: PREFIX },
  );
  fastify.route({
    method: discoveryRoute.methods,
    url: authorizationServerPath,
    handler: (request, reply) => answer(app.get(ProviderHolder), issuer, discoveryRoute, request, reply),
  });
  const endSessionAsGet: AnswerAsGet = async (request, reply, form) => {
    const { raw } = request;
    const { method } = raw;
    // The form has been read: from here on it is the query, and the request has no body.
    raw.method = 'GET';
    for (const header of ['content-length', 'content-type', 'transfer-encoding']) delete raw.headers[header];
    await answer(app.get(ProviderHolder), issuer, endSessionRoute, request, reply, form);
    Object.assign(raw, { method });
  };
  void fastify.register(async (scope) => acceptPostedRequests(scope, issuerOf(AUTH_URL), endSessionAsGet), {
    prefix: PREFIX,
  });
}

async function answer(
  holder: ProviderHolder,
  issuer: URL,
  route: ProtocolRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  query = queryOf(request),
): Promise<void> {
  const refusal = refusalOf(request, issuer, route);
  if (refusal) throw refusal;
  if (route.takesSecrets && isPlain(request, issuer)) {
    await reply.status(400).header('cache-control', 'no-store').send(PLAIN_HTTP);
    return;
  }
  const { raw } = request;
  pinHost(raw.headers, issuer);
  // The library would answer who accepts anything with JSON: to people that is nothing.
  raw.headers.accept = route.answers === 'json' ? 'application/json' : 'text/html';
  const { uid } = request.params as { uid?: string };
  const path = uid === undefined ? route.path : route.path.replace(':uid', encodeURIComponent(uid));
  const url = query === '' ? path : `${path}?${query}`;
  const { url: asked } = raw;
  // Koa finds its mount point by comparing the two.
  Object.assign(raw, { url, originalUrl: PREFIX + url });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await holder.callback(raw, reply.raw);
  // A body of unknown length may be refused half-way. The rest of it is read and dropped: on a connection
  // that the gateway keeps it would stand before somebody else's request.
  if (!raw.complete) raw.resume();
  // The log names the path as it was asked for.
  Object.assign(raw, { url: asked });
}

const queryOf = ({ url }: FastifyRequest): string => url.split(/\?(.*)/s)[1] ?? '';

const PLAIN_HTTP = { error: 'invalid_request', error_description: 'this endpoint must be used over HTTPS' };

/**
 * The gateway, or whatever ends TLS in front of it, says how the request came; an issuer without HTTPS is a
 * development.
 */
const isPlain = ({ headers }: FastifyRequest, issuer: URL): boolean =>
  issuer.protocol === 'https:' && headers['x-forwarded-proto'] !== 'https';

function refusalOf(
  request: FastifyRequest,
  issuer: URL,
  { methods, answers }: ProtocolRoute,
): ProblemError | undefined {
  const { headers, method } = request;
  // The library would say 404, in plain text.
  if (method === 'OPTIONS' && !isPreflight(request))
    return methodNotAllowed(
      methods.flatMap((other) => {
        if (other === 'OPTIONS') return [];
        return other === 'GET' && answers === 'json' ? ['GET', 'HEAD'] : [other];
      }),
    );
  const forwarded = headers['x-forwarded-host'];
  if (forwarded !== undefined && forwarded !== issuer.host) {
    return new ProblemError('bad-request', { detail: 'This host name is not served here.' });
  }
  // The library would say 400.
  if (Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES) {
    return new ProblemError('payload-too-large', { detail: `At most ${MAX_FORM_BYTES} bytes.` });
  }
  return undefined;
}

/** Addresses come from the setting alone: a forged Host would end up in discovery and in redirects. */
function pinHost(headers: FastifyRequest['headers'], issuer: URL): void {
  headers.host = issuer.host;
  headers['x-forwarded-host'] = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
}
