import { type RequestContext, runInRequestContext } from '../http/request-context.js';
import { endedBy, failureOf, type Span, type SpanOptions } from './span.js';
import type { TraceContext } from './traceparent.js';

export interface TraceOptions extends SpanOptions {
  /** Of whatever set the work off, in this process or another; without it the work begins a trace. */
  parent?: TraceContext;
}

/** The library behind the traces of a service. */
export interface SpanSource {
  begin(name: string, options: TraceOptions): Span;
  /** Sends what is left. */
  close(): Promise<void>;
}

/**
 * The traces of a service. Requests, messages and periodic work are begun here; statements and calls are
 * children of the work that they happen in, so that nothing else has to know of this class.
 */
export class Tracing {
  constructor(private readonly source?: SpanSource) {}

  get areOn(): boolean {
    return this.source !== undefined;
  }

  /** Undefined while traces are off. */
  begin(name: string, options: TraceOptions): Span | undefined {
    return this.source?.begin(name, options);
  }

  /** Runs `work` as one piece of a trace, in a context of its own. */
  run<Result>(
    name: string,
    options: TraceOptions,
    context: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const span = this.begin(name, options);
    if (!span) return runInRequestContext(context, work);
    const { traceparent } = span;
    return runInRequestContext({ ...context, traceparent, span }, () => endedBy(span, work()));
  }

  /**
   * Runs periodic work. A run that asked nobody and did not fail found nothing to do, and leaves no trace.
   */
  async runPeriodic(name: string, work: () => Promise<unknown>): Promise<void> {
    const span = this.begin(name, { kind: 'internal' });
    if (!span) {
      await work();
      return;
    }
    try {
      await runInRequestContext({ traceparent: span.traceparent, span }, work);
      if (span.hasChildren) span.end();
    } catch (error) {
      span.end(failureOf(error));
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.source?.close();
  }
}

/** For what runs beside a service, such as commands of operators. */
export const noTracing = new Tracing();
