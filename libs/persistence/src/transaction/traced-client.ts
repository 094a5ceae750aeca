import { endedBy } from '@safety/platform';
import pg, { type QueryConfig } from 'pg';
import { statementSpan } from './statement-spans.js';

/**
 * The connection of every pool of a service, given to node-postgres by its own option: each statement of work
 * in a trace is a span, whoever sends it. `sendBatch` has one of its own for all that it sends at once.
 */
export class TracedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of node-postgres have no type in common.
  override query(...sent: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const answer = (super.query as (...all: any[]) => any).apply(this, sent);
    if (!(answer instanceof Promise)) return answer;
    const [statement] = sent as [string | QueryConfig];
    return endedBy(statementSpan(typeof statement === 'string' ? statement : statement.text), answer);
  }
}
