import type { IncomingMessage } from 'node:http';

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The `traceparent` of a request (W3C Trace Context), when it is one that can be continued. */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined;
}

/** The id of the whole trace, the same in every service. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  traceparent && TRACEPARENT.exec(traceparent)?.[1];
