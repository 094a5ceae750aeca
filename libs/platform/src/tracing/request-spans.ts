import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attributesOf, methodOf, whenAnswered } from '../http/answered.js';
import { isRoutine } from '../http/routine.js';
import type { Span } from './span.js';
import type { TraceContext } from './traceparent.js';
import type { Tracing } from './tracing.js';

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
  whenAnswered(fastify, (answered, request) => {
    const span = request.context?.span;
    if (!span?.isRecorded) return;
    const { method, route, status, problem } = answered;
    span.rename(`${method} ${route}`);
    span.set(attributesOf(answered));
    span.end(status !== undefined && status >= 500 ? (problem ?? String(status)) : undefined);
  });
}
