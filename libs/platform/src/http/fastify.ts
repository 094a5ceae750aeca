import { FastifyAdapter } from '@nestjs/platform-fastify';
import { API_VERSION_HEADER, REQUEST_ID_HEADER } from '@safety/contracts';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { logAnswers } from '../logging/access-log.js';
import { ProblemError } from '../problems/problem-error.js';
import { sendProblem } from '../problems/send-problem.js';
import { allowedMethods } from './allowed-methods.js';
import { requestedApiVersion } from './api-version.js';
import { answerClientError } from './client-errors.js';
import { closeConnectionsOnStop } from './close-connections.js';
import { acceptJsonBodies } from './json-body.js';
import { acceptsJson } from './negotiation.js';
import { runInRequestContext } from './request-context.js';
import { requestIdOf } from './request-id.js';

export interface HttpOptions {
  /** Whether the service speaks the versioned JSON API: bodies, `Accept` and `Api-Version` are then checked. */
  jsonApi: boolean;
}

const MAX_JSON_BODY_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;

/** Fastify as every service has it: case-insensitive paths, request ids, problems for everything that goes wrong. */
export function createHttpAdapter(logger: FastifyBaseLogger, options: HttpOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // The log adds the request id itself, wherever in a request a line is written.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    bodyLimit: MAX_JSON_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(request, reply, error),
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const methodsOf = allowedMethods(fastify);
  fastify.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, noRoute(methodsOf(request.url))),
  );
  // Nest brings a handler of its own, and Fastify takes only one.
  adapter.setNotFoundHandler = () => adapter.getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    runInRequestContext({ requestId: request.id }, done);
  });
  logAnswers(fastify);
  closeConnectionsOnStop(fastify);
  if (options.jsonApi) speakJsonApi(fastify);
  return adapter;
}

function noRoute(methods: string[]): ProblemError {
  if (methods.length === 0) return new ProblemError('not-found', { detail: 'No such endpoint.' });
  return new ProblemError('method-not-allowed', {
    detail: `Allowed here: ${methods.join(', ')}.`,
    headers: { allow: methods.join(', ') },
  });
}

function speakJsonApi(fastify: FastifyInstance): void {
  acceptJsonBodies(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    const version = requestedApiVersion(request.headers[API_VERSION_HEADER]);
    reply.header(API_VERSION_HEADER, version);
    if (!acceptsJson(request.raw)) {
      throw new ProblemError('not-acceptable', { detail: 'Answers are application/json.' });
    }
    done();
  });
}
