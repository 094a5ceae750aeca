import { endedBy } from '@safety/platform';
import pg, { type QueryConfig } from 'pg';
import { statementSpan } from './statement-spans.js';

/**
 * The connection of every pool of a service, given to node-postgres by its own option: each statement of work
 * in a trace is a span, whoever sends it. `sendBatch` has one of its own for all that it sends at once.
 */
export class TracedClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.on('error', reportedByStatement);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of node-postgres have no type in common.
  override query(...sent: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const answer = (super.query as (...all: any[]) => any).apply(this, sent);
    if (!(answer instanceof Promise)) return answer;
    const [statement] = sent as [string | QueryConfig];
    return endedBy(statementSpan(typeof statement === 'string' ? statement : statement.text), answer);
  }
}

/**
 * A connection lost between two statements fails the next one; an error that nobody listens to would end the
 * process. The pool listens to its own alone, and PostgreSQL may end a connection with the message that opens
 * it, before whoever waits for it can.
 */
const reportedByStatement = (): void => undefined;
