import {
  type Span as ApiSpan,
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanAttributes, SpanOptions } from '../span.js';
import { readTraceparent, type TraceContext, writeTraceparent } from '../traceparent.js';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export const startSpan = (
  tracer: Tracer,
  name: string,
  { kind, attributes }: SpanOptions,
  parent: Context,
): ApiSpan => tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent);

/** The context of work that another process, or an earlier part of this one, has set off. */
export function contextOf({ traceparent, tracestate }: TraceContext = {}): Context {
  const parent = traceparent === undefined ? undefined : readTraceparent(traceparent);
  if (!parent) return ROOT_CONTEXT;
  const { isSampled, ...ids } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const traceState = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) };
  return trace.setSpanContext(ROOT_CONTEXT, { ...ids, ...traceState, traceFlags, isRemote: true });
}

export class OtelSpan implements Span {
  readonly isRecorded: boolean;
  hasChildren = false;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: ApiSpan,
  ) {
    this.isRecorded = span.isRecording();
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return writeTraceparent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
  }

  child(name: string, options: SpanOptions): Span {
    this.hasChildren = true;
    const parent = trace.setSpan(ROOT_CONTEXT, this.span);
    return new OtelSpan(this.tracer, startSpan(this.tracer, name, options, parent));
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}
