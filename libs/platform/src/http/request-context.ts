import { AsyncLocalStorage } from 'node:async_hooks';
import { REQUEST_ID_HEADER } from '@safety/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceparentOf } from '../tracing/traceparent.js';

/** The fields of a request's log lines beside the request id. */
export interface RequestContext {
  requestId: string;
  companyId?: string;
  userId?: string;
  clientId?: string;
  /** Of the trace that the request belongs to (W3C Trace Context), where its caller keeps one. */
  traceparent?: string;
  /** The session of the access token, where it has one. */
  sid?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it logs carries `context`. */
export const runInRequestContext = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** The context of the request being answered, or none outside of one. */
export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Headers of a call to another service: they say which request, and which trace, the call belongs to. */
export function originHeaders(): Record<string, string> {
  const { requestId, traceparent } = requestContext() ?? {};
  return { ...(requestId && { [REQUEST_ID_HEADER]: requestId }), ...(traceparent && { traceparent }) };
}

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

/** Gives every request a context, in which everything that it sets off runs. */
export function keepRequestContext(fastify: FastifyInstance): void {
  fastify.decorateRequest('context', null);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const traceparent = traceparentOf(request.raw);
    request.context = { requestId: request.id, ...(traceparent && { traceparent }) };
    runInRequestContext(request.context, done);
  });
}
