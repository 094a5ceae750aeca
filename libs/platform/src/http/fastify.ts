import type { IncomingMessage } from 'node:http';
import type { TlsOptions } from 'node:tls';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { API_VERSION_HEADER, MAX_JSON_BYTES, REQUEST_ID_HEADER } from '@safety/contracts';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { logAnswers } from '../logging/access-log.js';
import { methodNotAllowed, methodNotImplemented, ProblemError } from '../problems/problem-error.js';
import { sendProblem } from '../problems/send-problem.js';
import type { Tracing } from '../tracing/tracing.js';
import { AllowedMethods } from './api/allowed-methods.js';
import { answerInVersions } from './api/api-version.js';
import { acceptBodies } from './api/bodies.js';
import { forbidSharedCaching } from './api/cache-headers.js';
import { announceDeprecations, type LinkAddresses } from './api/deprecation-headers.js';
import { EarlierPaths } from './api/earlier-paths.js';
import { acceptsJson } from './api/negotiation.js';
import { keepRequestContext } from './request-context.js';
import { requestIdOf } from './request-id.js';
import {
  checkMessage,
  limitsBehindGateway,
  limitsOfClients,
  MAX_ADDRESS_LENGTH,
} from './wire/check-message.js';
import { answerClientError, answerLikeAnyOther } from './wire/client-errors.js';
import { closeConnectionsOnStop } from './wire/close-connections.js';
import { originForm } from './wire/origin-form.js';
import { readRestOfRefusedBodies } from './wire/unread-bodies.js';

export interface HttpOptions {
  /**
   * Whether the service speaks the versioned JSON API: bodies, `Accept` and `Api-Version` are then checked.
   */
  jsonApi: boolean;
  /** Whether Fastify reads the bodies of requests: behind the gateway, which only passes them on. */
  readsBodies: boolean;
  /** Milliseconds in which a request has to arrive, its body included. */
  requestTimeoutMs: number;
  /** Key, certificate and rules of HTTPS; without them HTTP is spoken. */
  https: TlsOptions | undefined;
  /** The hosts that a request target in absolute form may name. */
  hosts: ReadonlySet<string>;
  /** The addresses that links in answers of the JSON API begin with. */
  links: LinkAddresses;
  tracing: Tracing;
}

/**
 * A body that is late is refused by whoever reads it, with its request id; Node does it where nobody does.
 */
const LAST_RESORT_AFTER_MS = 1_000;
/** How often slow requests are looked for; on average they get half of it more. */
const CHECK_SLOW_EVERY_MS = 1_000;

/** Schemas are zod's. Without this, Fastify loads two compilers of JSON schemas that nobody calls. */
const noSchema = (): never => {
  throw new Error('A route states its schemas by decorators');
};

/**
 * Fastify as every service has it: case-insensitive paths, request ids, problems for everything that goes
 * wrong.
 */
export function createHttpAdapter(logger: Logger, options: HttpOptions): FastifyAdapter {
  const limits = options.readsBodies ? limitsBehindGateway : limitsOfClients;
  const server = {
    maxHeaderSize: limits.bytes,
    headersTimeout: options.requestTimeoutMs,
    connectionsCheckingInterval: CHECK_SLOW_EVERY_MS,
    // Said below, in the format of all other refusals.
    requireHostHeader: false,
    // Spends nothing on the body of a request without one. A parser would wait for its end for ever.
    optimizeEmptyRequests: !options.readsBodies,
  };
  const earlier = new EarlierPaths();
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // The log adds the request id itself, wherever in a request a line is written.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: options.requestTimeoutMs + LAST_RESORT_AFTER_MS,
    ...(options.https
      ? { https: { ...server, ...options.https, handshakeTimeout: options.requestTimeoutMs } }
      : { http: server }),
    clientErrorHandler: answerClientError,
    rewriteUrl: (message: IncomingMessage & { originalUrl?: string }) => {
      const { method = 'GET', url = '/', headers } = message;
      message.originalUrl = originForm(url, options.hosts);
      return earlier.addressOf(method, message.originalUrl, headers[API_VERSION_HEADER]);
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: MAX_ADDRESS_LENGTH },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(request, reply.header(REQUEST_ID_HEADER, request.id), error),
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  answerLikeAnyOther(fastify.server);
  const allowed = new AllowedMethods(fastify);
  fastify.setNotFoundHandler((request, reply) => {
    // No hook has run for a target that no route can match, such as `*`.
    reply.header(REQUEST_ID_HEADER, request.id);
    throw noRoute(request.method, allowed.of(request.url));
  });
  // Nest brings a handler of its own, and Fastify takes only one.
  adapter.setNotFoundHandler = () => adapter.getInstance();
  keepRequestContext(fastify, options.tracing);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    // Nobody upgrades, and Node reads nothing more on such a connection: a client must not wait for it.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    checkMessage(request.raw, limits.count);
    done();
  });
  logAnswers(fastify, logger);
  readRestOfRefusedBodies(fastify);
  closeConnectionsOnStop(fastify);
  if (!options.jsonApi) return adapter;
  earlier.record(fastify);
  speakJsonApi(fastify, options.links);
  refuseMistakenRoutes(fastify, allowed);
  return adapter;
}

/**
 * TRACE, CONNECT and the methods of WebDAV are none of these: TRACE would show a script the cookies and
 * tokens that it may not read (RFC 9110 section 9.3.8). They are 501 at every path, at the gateway too, which
 * does not know the methods of each path (section 15.6.2).
 */
const IMPLEMENTED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function noRoute(method: string, methods: string[]): ProblemError {
  if (!IMPLEMENTED.includes(method)) return methodNotImplemented();
  if (methods.length > 0) return methodNotAllowed(methods);
  return new ProblemError('not-found', { detail: 'No such endpoint.' });
}

/** Last of the hooks, where a path that no route has is refused too. */
function refuseMistakenRoutes(fastify: FastifyInstance, allowed: AllowedMethods): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const methods = allowed.ofMistaken(request.routeOptions.url, request.url);
    if (methods) throw methodNotAllowed(methods);
    done();
  });
}

function speakJsonApi(fastify: FastifyInstance, links: LinkAddresses): void {
  acceptBodies(fastify);
  forbidSharedCaching(fastify);
  announceDeprecations(fastify, links);
  answerInVersions(fastify, links);
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!acceptsJson(request.raw, request.routeOptions.config.alsoAnswers)) {
      throw new ProblemError('not-acceptable', { detail: 'Answers are application/json.' });
    }
    done();
  });
}
