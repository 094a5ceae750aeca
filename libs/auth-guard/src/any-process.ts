import { callSpan, endCall, failureOf, originHeaders } from '@safety/platform';
import { get, type HttpAnswer } from './http-answer.js';

const ANSWER_WITHIN_MS = 3_000;

/** A question to a service. */
export interface Question<Result> {
  /** The same at each of its processes, from the slash on. */
  path: string;
  headers?: Record<string, string>;
  /** Ends the question, whoever is being asked. */
  signal?: AbortSignal;
  /** Reads the answer; what it throws makes the next process be asked. */
  read: (answer: HttpAnswer) => Promise<Result>;
}

/** Nobody listened, or the connection was lost before there was an answer. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ECONNRESET', 'EPIPE']);
const isNotReached = (error: unknown): boolean =>
  NOT_REACHED.has((error as NodeJS.ErrnoException).code ?? '');

/**
 * One service whose processes have addresses of their own, for questions that may be asked twice. They are
 * asked in turn until one gives an answer that can be read, beginning with the one that did so last, and have
 * three seconds together. They carry the id and the trace of the request that asks.
 *
 * One address may also stand for many processes, of which one that ends takes its connections along. So the
 * last address is asked once more where it was not reached.
 */
export class AnyProcess {
  private first: number;

  constructor(private readonly addresses: readonly string[]) {
    // Services that ask would otherwise all ask the same process.
    this.first = Math.floor(Math.random() * addresses.length);
  }

  /** Throws what was wrong with the last answer when none could be read. */
  async ask<Result>(question: Question<Result>): Promise<Result> {
    const count = this.addresses.length;
    const order = this.addresses.map((_, index) => (this.first + index) % count);
    const begunAt = performance.now();
    let failure: unknown;
    for (const index of order) {
      try {
        return await this.askAt(index, question, ANSWER_WITHIN_MS / count);
      } catch (error) {
        if (question.signal?.aborted) throw error;
        failure = error;
      }
    }
    const last = order.at(-1);
    if (last === undefined || !isNotReached(failure)) throw failure;
    return this.askAt(last, question, ANSWER_WITHIN_MS - (performance.now() - begunAt));
  }

  private async askAt<Result>(
    index: number,
    { path, headers = {}, signal, read }: Question<Result>,
    withinMs: number,
  ): Promise<Result> {
    const late = AbortSignal.timeout(Math.max(0, Math.floor(withinMs)));
    const span = callSpan('GET', this.addresses[index]);
    try {
      const bound = signal ? AbortSignal.any([signal, late]) : late;
      const sent = { ...originHeaders(span), ...headers };
      const url = `${this.addresses[index]}${path}`;
      const result = await get(url, { headers: sent, signal: bound }, (answer) => {
        endCall(span, answer.status);
        return read(answer);
      });
      this.first = index;
      return result;
    } catch (error) {
      span?.end(failureOf(error));
      throw error;
    }
  }
}
