import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { pathOf, runInContextOf, sendProblem } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { Attempt } from './attempt.js';
import type { Call } from './call.js';
import { cutOff } from './cut-off.js';
import { problemOf } from './failures.js';
import type { Replica } from './replica.js';
import { hasBody, RequestBody } from './request-body.js';
import { clientHeaders, clientTrailers } from './response-headers.js';
import { isIdempotent, isLost, isRefusal, Retries } from './retries.js';
import type { SlowClient } from './slow-clients.js';

const SMALL_ANSWER_BYTES = 16 * 1024;

/**
 * One request on its way to a service and the answer on its way back. A small body is sent once it is all
 * there; else neither is ever held: each side is read as fast as the other takes it. Before the answer has
 * begun, a failure is a problem; after that the client's connection is cut, because a half answer must not
 * look whole.
 */
export class Exchange implements Dispatcher.DispatchHandler, SlowClient {
  private readonly client: ServerResponse;
  private readonly source: IncomingMessage;
  private deadline: NodeJS.Timeout | undefined;
  private readonly body: RequestBody | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  /** Of the answer's body, when the service says it. */
  private length = -1;
  private ended: Error | undefined;
  private failed = false;
  private readonly retries: Retries;
  private replica: Replica | undefined;
  private attempt: Attempt | undefined;
  private attemptNumber = 0;
  private resending: NodeJS.Timeout | undefined;
  private stalled: NodeJS.Timeout | undefined;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly call: Call,
  ) {
    this.client = reply.raw;
    this.source = request.raw;
    this.body = hasBody(this.source) ? this.takeBody() : undefined;
    this.retries = new Retries(isIdempotent(request, call.knowsKeys) && this.body?.isSmall !== false);
    if (!this.body) this.expectAnswer();
    this.client.on('close', () => this.clientClosed());
  }

  /** Sends it as soon as it may be. */
  begin(): void {
    if (!this.body?.isSmall) this.send();
  }

  /** Throws 503 when no process of the service can take it. */
  private send(): void {
    const { upstream, path } = this.call;
    this.replica = upstream.choose(this.replica);
    this.replica.inFlight++;
    this.attemptNumber = this.replica.breaker.tries();
    this.attempt = new Attempt(this.request, this.replica.address);
    if (this.body && !this.source.complete) this.replica.slowClients.add(this);
    const method = this.request.method as Dispatcher.HttpMethod;
    // Else undici closes the connection after a HEAD, and Node's answer to that reads as if the service were
    // stopping.
    const reset = false;
    const headers = this.attempt.headers(this.call.headers) as string[];
    this.replica.pool.dispatch({ method, path, headers, body: this.body?.content ?? null, reset }, this);
  }

  /** Ends the exchange, wherever it is; one that still waits for a connection is answered at once. */
  abort(reason: Error): void {
    if (this.ended) return;
    this.ended = reason;
    if (this.controller) this.controller.abort(reason);
    else {
      clearTimeout(this.resending);
      runInContextOf(this.request, () => this.fail(reason));
    }
  }

  giveUp(): void {
    if (this.client.headersSent) this.cut();
    else this.body?.isLate();
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
    this.awaitNext();
    this.replica?.breaker.succeeded();
    this.attempt?.answered(status);
    // A refusal may close on what is wrong with its request.
    if (headers.connection === 'close' && status < 400) this.replica?.leaves();
    const answer = clientHeaders(headers, this.reply.getHeaders(), this.call.cookies);
    this.reply.hijack();
    this.length = Number(headers['content-length'] ?? -1);
    this.client.writeHead(status, answer);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (chunk.length === this.length && chunk.length <= SMALL_ANSWER_BYTES) {
      // All of it in one piece: as a string Node sends it together with the headers, in one system call.
      this.client.end(chunk.toString('latin1'), 'latin1');
      return;
    }
    this.awaitNext();
    if (this.client.write(chunk)) return;
    controller.pause();
    clearTimeout(this.deadline);
    this.deadline = undefined;
    this.stalled = setTimeout(() => this.cut(), this.call.clientBudgetMs);
    this.replica?.slowClients.add(this);
    this.client.once('drain', () => {
      clearTimeout(this.stalled);
      this.replica?.slowClients.delete(this);
      if (this.controller) this.awaitNext();
      this.controller?.resume();
    });
  }

  onResponseEnd(_: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    clearTimeout(this.deadline);
    if (this.client.chunkedEncoding) this.client.addTrailers(clientTrailers(trailers));
    if (!this.client.writableEnded) this.client.end();
    this.expectReading();
    this.body?.drop();
    this.attempt?.ended();
    this.leave();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.isServiceToBlame(error)) this.blame(error);
    this.attempt?.failed(error);
    this.leave();
    // It keeps the headers of the answer, and with them all that came in one piece with them.
    this.controller = undefined;
    runInContextOf(this.request, () => this.fail(error));
  }

  private blame(error: Error): void {
    if (!this.ended && isLost(error)) this.replica?.breaker.lost(this.attemptNumber);
    else this.replica?.breaker.failed(isRefusal(error));
  }

  /** Neither the client's going away nor what is wrong with its request says anything about the service. */
  private isServiceToBlame(error: Error): boolean {
    return !this.client.destroyed && !this.client.headersSent && problemOf(this.ended ?? error).status >= 500;
  }

  private leave(): void {
    if (!this.replica) return;
    this.replica.inFlight--;
    this.replica.slowClients.delete(this);
  }

  private sendLater(): void {
    try {
      this.send();
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    if (this.failed || this.client.destroyed) return;
    this.failed = true;
    if (this.client.headersSent) {
      this.request.log.warn({ err: error }, 'upstream: answer broke off');
      this.cut();
      return;
    }
    const pause = this.ended ? undefined : this.retries.pauseAfter(error);
    if (pause !== undefined) {
      this.failed = false;
      this.resending = setTimeout(() => runInContextOf(this.request, () => this.sendLater()), pause);
      return;
    }
    clearTimeout(this.deadline);
    sendProblem(this.request, this.reply, problemOf(this.ended ?? error), pathOf(this.call.path));
    this.body?.drop();
  }

  private cut(): void {
    cutOff(this.source, this.client, this.length >= 0);
  }

  /** The rest of an answer that has ended waits for its client, or for the answers before it. */
  private expectReading(): void {
    const { socket } = this.client;
    if (socket && socket.writableLength === 0) return;
    this.client.setTimeout(this.call.clientBudgetMs, () => this.cut());
  }

  private takeBody(): RequestBody {
    return new RequestBody(this.source, {
      maxBytes: this.call.maxBodyBytes,
      budgetMs: this.call.clientBudgetMs,
      onEnd: () => this.bodyEnded(),
      onRefused: (reason) => this.abort(reason),
    });
  }

  private bodyEnded(): void {
    this.expectAnswer();
    this.replica?.slowClients.delete(this);
    if (this.body?.isSmall && !this.ended) runInContextOf(this.request, () => this.sendLater());
  }

  /** Only now the service has everything that it needs to answer. */
  private expectAnswer(): void {
    if (!this.ended && !this.client.headersSent) this.awaitNext();
  }

  private awaitNext(): void {
    if (this.deadline) this.deadline.refresh();
    else this.deadline = setTimeout(expire, this.call.budgetMs, this);
  }

  private clientClosed(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.resending);
    clearTimeout(this.stalled);
    this.body?.drop();
    if (!this.client.writableFinished) this.abort(new Error('The client went away'));
  }

  /**
   * RFC 9110 section 15.2: interim answers are passed on, except to clients of HTTP/1.0. 103 is the one with
   * a use.
   */
  private inform(status: number, { link }: IncomingHttpHeaders): void {
    if (status === 103 && link !== undefined && this.source.httpVersionMinor > 0)
      this.client.writeEarlyHints({ link });
  }
}

function expire(exchange: Exchange): void {
  exchange.abort(new Error('The service did not answer in time'));
}
