import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemError } from '../problems/problem-error.js';

const known = new Set(METHODS);
const routes = new WeakMap<FastifyRequest, string>();
const problems = new WeakMap<FastifyReply, string>();

/** Names the route of a request that a route for everything takes. Patterns alone, never an address. */
export const nameRoute = (request: FastifyRequest, route: string): void => void routes.set(request, route);

/** Notes why a request is refused; of a limit also which one it was. */
export function noteProblem(
  reply: FastifyReply,
  { code, options }: Pick<ProblemError, 'code'> & Partial<Pick<ProblemError, 'options'>>,
): void {
  const policy = options?.extensions?.['policy'];
  problems.set(reply, typeof policy === 'string' ? `${code}:${policy}` : code);
}

/** A request that is over, as logs, metrics and traces tell of it. */
export interface Answered {
  /** `_OTHER` for one that Node does not know. */
  method: string;
  /** The pattern of the route that it took. */
  route: string;
  /** None where the connection ended before the answer began. */
  status: number | undefined;
  /**
   * Why it was refused, when it was; `client-left` where the connection ended before the answer, and
   * `broken-off` where it did half-way.
   */
  problem: string | undefined;
  ms: number;
}

export const methodOf = ({ method }: FastifyRequest): string => (known.has(method) ? method : '_OTHER');

type Tell = (answered: Answered, request: FastifyRequest) => void;
const listeners = new WeakMap<FastifyInstance, Tell[]>();

/** Watches requests. Its hook has to be the first: none comes after one that refuses. */
export function watchAnswers(fastify: FastifyInstance): void {
  const all: Tell[] = [];
  listeners.set(fastify, all);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('close', () => {
      const answered = answeredOf(request, reply);
      for (const tell of all) tell(answered, request);
    });
    done();
  });
}

/** Tells of each request that is watched once it is over, be its answer whole or not. */
export const whenAnswered = (fastify: FastifyInstance, tell: Tell): void =>
  void listeners.get(fastify)?.push(tell);

function answeredOf(request: FastifyRequest, reply: FastifyReply): Answered {
  const { headersSent, writableFinished, statusCode } = reply.raw;
  const brokenOff = headersSent ? 'broken-off' : 'client-left';
  return {
    method: methodOf(request),
    route: routes.get(request) ?? request.routeOptions.url ?? 'none',
    status: headersSent ? statusCode : undefined,
    problem: writableFinished ? problems.get(reply) : brokenOff,
    ms: reply.elapsedTime,
  };
}

/** By the semantic conventions of OpenTelemetry for HTTP servers. */
export const attributesOf = ({ method, route, status, problem }: Answered) => ({
  'http.request.method': method,
  'http.route': route,
  ...(status !== undefined && { 'http.response.status_code': status }),
  ...(problem !== undefined && { 'error.type': problem }),
});
