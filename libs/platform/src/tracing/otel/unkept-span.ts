import type { Span } from '../span.js';
import { writeTraceparent } from '../traceparent.js';

/** A piece of work whose trace is not kept: it has a place in the trace and nothing else. */
export class UnkeptSpan implements Span {
  readonly isRecorded = false;
  readonly hasChildren = false;
  readonly traceparent: string;

  constructor(
    readonly traceId: string,
    spanId: string,
  ) {
    this.traceparent = writeTraceparent({ traceId, spanId, isSampled: false });
  }

  child(): Span {
    return this;
  }

  rename(): void {}

  set(): void {}

  end(): void {}
}
