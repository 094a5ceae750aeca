import type { MessageContract } from '@safety/contracts';
import { pickTraceContext, type TraceContext, type Tracing } from '@safety/platform';
import { streamOf } from '../streams.js';
import type { OutboxRow } from './outbox-rows.js';

/**
 * Begins a span for each message of a trace, below the request that it came from. The relay publishes for
 * many requests at once, so that its own statements belong to none.
 * @returns ends them, once the messages are in the stream
 */
export function beginPublishing(
  tracing: Tracing,
  owner: MessageContract['owner'],
  rows: readonly OutboxRow[],
): () => void {
  if (!tracing.areOn) return () => undefined;
  const spans = rows.map(({ envelope, stream }) => {
    const { type, ...rest } = envelope as TraceContext & { type: string };
    const parent = pickTraceContext(rest);
    if (parent.traceparent === undefined) return undefined;
    return tracing.begin(`publish ${type}`, {
      kind: 'producer',
      parent,
      attributes: {
        'messaging.system': 'redis',
        'messaging.operation.type': 'send',
        'messaging.destination.name': streamOf({ owner, ...(stream && { stream }) }),
      },
    });
  });
  return () => {
    for (const span of spans) span?.end();
  };
}
