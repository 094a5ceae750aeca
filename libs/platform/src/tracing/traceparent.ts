import type { IncomingMessage } from 'node:http';
import { readTracestate } from './tracestate.js';

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;
const SAMPLED = 1;

/** The place of some work in a trace (W3C Trace Context), for whoever goes on with it. */
export interface TraceContext {
  traceparent?: string;
  /** The entries of other systems for this trace; none without a `traceparent`. */
  tracestate?: string;
}

/** The trace of a request, when it is one that can be continued. */
export function traceContextOf({ headers }: Pick<IncomingMessage, 'headers'>): TraceContext {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return {};
  return pickTraceContext({ traceparent, tracestate: readTracestate(tracestate) });
}

/** The members of something else that say where in a trace it is. */
export const pickTraceContext = ({ traceparent, tracestate }: Loose<TraceContext>): TraceContext =>
  traceparent ? { traceparent, ...(tracestate && { tracestate }) } : {};

type Loose<Members> = { [Name in keyof Members]?: Members[Name] | undefined };

/** The id of the whole trace, the same in every service, of a `traceparent` that is well-formed. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.slice(3, 35);

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
