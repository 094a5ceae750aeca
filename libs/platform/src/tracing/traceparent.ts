import type { IncomingMessage } from 'node:http';

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;
const SAMPLED = 1;

/** The `traceparent` of a request (W3C Trace Context), when it is one that can be continued. */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined;
}

/** The id of the whole trace, the same in every service. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  traceparent && TRACEPARENT.exec(traceparent)?.[1];

export interface TraceParent {
  traceId: string;
  spanId: string;
  /** Whether the trace is kept, says whoever set the work off. */
  isSampled: boolean;
}

/** The parts of a `traceparent`; undefined for one that cannot be continued. */
export function readTraceparent(traceparent: string): TraceParent | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** The header that tells of a span. */
export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
