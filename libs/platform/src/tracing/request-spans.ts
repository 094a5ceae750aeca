import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRoutine } from '../http/routine.js';
import { problemOf, routeOf } from '../metrics/request-metrics.js';
import type { Span } from './span.js';
import type { TraceContext } from './traceparent.js';
import type { Tracing } from './tracing.js';

const known = new Set(METHODS);
const methodOf = ({ method }: FastifyRequest): string => (known.has(method) ? method : '_OTHER');

/**
 * The span of a request; its name follows once the route is known for sure. Probes and routine questions
 * begin no trace, and belong to the one of whoever asks.
 */
export function beginRequest(
  tracing: Tracing,
  request: FastifyRequest,
  parent: TraceContext,
): Span | undefined {
  if (parent.traceparent === undefined && isRoutine(request.url)) return undefined;
  return tracing.begin(methodOf(request), { kind: 'server', parent });
}

/** Ends the span of each request with its answer: by the pattern of its route, never its address. */
export function endRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = request.context?.span;
    if (span?.isRecorded) {
      const { statusCode } = reply;
      const [method, route, problem] = [methodOf(request), routeOf(request), problemOf(reply)];
      span.rename(`${method} ${route}`);
      span.set({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        ...(problem !== undefined && { 'error.type': problem }),
      });
      span.end(statusCode >= 500 ? (problem ?? String(statusCode)) : undefined);
    }
    done();
  });
}
