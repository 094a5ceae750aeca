import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { ProblemError, pathOf, sendProblem, unavailable } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher, Pool } from 'undici';
import { bodyTooLarge } from '../errors/refusals.js';
import { isOfConnection } from './connection-headers.js';
import { clientHeaders } from './response-headers.js';

/** Where a request goes and how. */
export interface Call {
  pool: Pool;
  path: string;
  headers: string[];
  /** Milliseconds until the answer must have begun. */
  budgetMs: number;
  /** Bytes of the request's body at most. */
  maxBodyBytes: number;
}

const SMALL_ANSWER_BYTES = 16 * 1024;

/** The service closed a kept connection just as the request was sent on it. */
const LOST_CONNECTION = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * One request on its way to a service and the answer on its way back. Neither body is ever held: each side is read as fast
 * as the other takes it. Before the answer has begun, a failure is a problem; after that the client's connection is cut,
 * because a half answer must not look whole.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private readonly client: ServerResponse;
  private readonly source: IncomingMessage;
  private readonly hasBody: boolean;
  private readonly deadline: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  /** Of the answer's body, when the service says it. */
  private length = -1;
  private ended: Error | undefined;
  private mayRetry: boolean;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly call: Call,
  ) {
    this.client = reply.raw;
    this.source = request.raw;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    this.hasBody = length !== '0' || coding !== undefined;
    // RFC 9110 section 9.2.2: a proxy repeats only what is safe to repeat.
    this.mayRetry = !this.hasBody && (request.method === 'GET' || request.method === 'HEAD');
    this.deadline = setTimeout(expire, call.budgetMs, this);
    this.client.on('close', () => this.clientClosed());
  }

  send(): void {
    const { pool, path, headers } = this.call;
    const method = this.request.method as Dispatcher.HttpMethod;
    pool.dispatch({ method, path, headers, body: this.hasBody ? this.body() : null }, this);
  }

  /** Ends the exchange, wherever it is. */
  abort(reason: Error): void {
    this.ended = reason;
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.ended) controller.abort(this.ended);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.inform(status, headers);
      return;
    }
    clearTimeout(this.deadline);
    this.reply.hijack();
    this.length = Number(headers['content-length'] ?? -1);
    this.client.writeHead(status, clientHeaders(headers, this.request.id));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (chunk.length === this.length && chunk.length <= SMALL_ANSWER_BYTES) {
      // All of it in one piece: as a string Node sends it together with the headers, in one system call.
      this.client.end(chunk.toString('latin1'), 'latin1');
      return;
    }
    if (this.client.write(chunk)) return;
    controller.pause();
    this.client.once('drain', () => controller.resume());
  }

  onResponseEnd(_: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    if (this.client.chunkedEncoding) this.addTrailers(trailers);
    if (!this.client.writableEnded) this.client.end();
    this.dropRest();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.client.destroyed) return;
    if (this.client.headersSent) {
      this.request.log.warn({ err: error }, 'an answer broke off');
      this.client.destroy();
      return;
    }
    if (this.mayRetry && !this.ended && LOST_CONNECTION.has(codeOf(error))) {
      this.mayRetry = false;
      this.send();
      return;
    }
    clearTimeout(this.deadline);
    sendProblem(this.request, this.reply, problemOf(this.ended ?? error), pathOf(this.call.path));
    this.dropRest();
  }

  /**
   * A stream between the client's and undici's: undici destroys the body of a request that is answered early, and
   * destroying the client's stream would cut the connection before the answer is out.
   */
  private body(): PassThrough {
    let bytes = 0;
    this.source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // A service that refuses a body closes the connection, often before its answer is read: so it is refused here.
      if (bytes > this.call.maxBodyBytes && !this.ended) this.abort(bodyTooLarge(this.call.maxBodyBytes));
    });
    return this.source.pipe(new PassThrough());
  }

  /** After an early answer the rest of the request is read and dropped, else no other could follow on the connection. */
  private dropRest(): void {
    if (!this.source.complete) this.source.unpipe().resume();
  }

  private clientClosed(): void {
    clearTimeout(this.deadline);
    if (!this.client.writableFinished) this.abort(new Error('The client went away'));
  }

  /** RFC 9110 section 15.2: interim answers are passed on, except to clients of HTTP/1.0. 103 is the one with a use. */
  private inform(status: number, { link }: IncomingHttpHeaders): void {
    if (status === 103 && link !== undefined && this.source.httpVersionMinor > 0)
      this.client.writeEarlyHints({ link });
  }

  private addTrailers(trailers: IncomingHttpHeaders): void {
    for (const name in trailers) {
      const value = trailers[name];
      if (value !== undefined && !isOfConnection(name)) this.client.addTrailers({ [name]: String(value) });
    }
  }
}

function expire(exchange: Exchange): void {
  exchange.abort(new Error('The service did not begin to answer in time'));
}

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? '';

/** undici refuses what HTTP does not allow before it is sent; everything else is the service being away. */
function problemOf(error: Error): ProblemError {
  if (error instanceof ProblemError) return error;
  return codeOf(error) === 'UND_ERR_INVALID_ARG'
    ? new ProblemError('bad-request', { detail: 'The request cannot be passed on.', cause: error })
    : unavailable(error);
}
