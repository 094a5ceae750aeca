import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemError } from '../problems/problem-error.js';
import type { Metrics } from './metrics.js';

/** Seconds. */
const LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PROBE = '/health/';
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

/** The pattern of the route that a request took. */
export const routeOf = (request: FastifyRequest): string =>
  routes.get(request) ?? request.routeOptions.url ?? 'none';

/** Why a request was refused, when it was. */
export const problemOf = (reply: FastifyReply): string | undefined => problems.get(reply);

/** Counts each answer by method, route, status and problem, with its duration. Probes are left out. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const duration = metrics.histogram('http.server.request.duration', {
    help: 'Answers by their duration.',
    unit: 'seconds',
    limits: LIMITS,
  });
  if (!duration) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (!route.startsWith(PROBE)) {
      const method = known.has(request.method) ? request.method : '_OTHER';
      const { statusCode } = reply;
      const problem = problemOf(reply);
      duration.record(reply.elapsedTime / 1000, `${method} ${statusCode} ${problem} ${route}`, () => ({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        ...(problem !== undefined && { 'error.type': problem }),
      }));
    }
    done();
  });
}
