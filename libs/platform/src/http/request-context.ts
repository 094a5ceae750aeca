import { AsyncLocalStorage } from 'node:async_hooks';
import { REQUEST_ID_HEADER } from '@safety/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginRequest, endRequests } from '../tracing/request-spans.js';
import type { Span } from '../tracing/span.js';
import { pickTraceContext, type TraceContext, traceContextOf } from '../tracing/traceparent.js';
import type { Tracing } from '../tracing/tracing.js';
import { watchAnswers } from './answered.js';

/** The work under way: the fields of its log lines, and its place in a trace, where its caller keeps one. */
export interface RequestContext extends TraceContext {
  /** Of the request that the work is for; none for periodic work. */
  requestId?: string;
  companyId?: string;
  userId?: string;
  clientId?: string;
  /** Where the request comes from, once it is refused for what others from there have sent. */
  network?: string;
  /** Where traces are on: the parent of the statements and calls of the work. */
  span?: Span;
  /** The session of the access token, where it has one. */
  sid?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs `work` so that everything it logs carries `context`. */
export const runInRequestContext = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** The context of the request being answered, or none outside of one. */
export const requestContext = (): RequestContext | undefined => storage.getStore();

/**
 * Runs `work` in no context. Queues are worked off for all who have woken them, not for the one that was
 * first.
 */
export const runInNoContext = <Result>(work: () => Result): Result => storage.run(undefined, work);

/**
 * Headers of a call to another service: they say which request, and which trace, the call belongs to.
 * @param span the one of the call, which the service continues
 */
export function originHeaders(span?: Span): Record<string, string> {
  const { requestId, ...context } = requestContext() ?? {};
  return { ...(requestId && { [REQUEST_ID_HEADER]: requestId }), ...traceHeaders(context, span) };
}

/** The headers that make whoever is called go on with a trace: below a span of it, where there is one. */
export const traceHeaders = (context: TraceContext, span?: Span): Record<string, string> => ({
  ...pickTraceContext({ ...context, ...(span && { traceparent: span.traceparent }) }),
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as a request is routed. */
    context: RequestContext | null;
  }
}

/**
 * Runs `work` in the context of the request it is for. Callbacks of sockets run in the context of whichever
 * request used them last.
 */
export const runInContextOf = <Result>({ id, context }: FastifyRequest, work: () => Result): Result =>
  runInRequestContext(context ?? { requestId: id }, work);

/** Gives every request a context, in which everything that it sets off runs, and a place in a trace. */
export function keepRequestContext(fastify: FastifyInstance, tracing: Tracing): void {
  fastify.decorateRequest('context', null);
  watchAnswers(fastify);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const parent = traceContextOf(request.raw);
    const span = beginRequest(tracing, request, parent);
    const context = { requestId: request.id, ...parent };
    request.context = span ? { ...context, span, traceparent: span.traceparent } : context;
    runInRequestContext(request.context, done);
  });
  if (tracing.areOn) endRequests(fastify);
}
