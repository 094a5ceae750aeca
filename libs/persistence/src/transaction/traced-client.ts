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
    // An error that nobody listens to would end the process. The pool listens to its own alone, and
    // PostgreSQL may end a connection with the message that opens it, before whoever waits for it can.
    this.on('error', (error) => {
      if (error instanceof pg.DatabaseError) reasons.set(this, error);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of node-postgres have no type in common.
  override query(...sent: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const answer = (super.query as (...all: any[]) => any).apply(this, sent);
    if (!(answer instanceof Promise)) return answer;
    const [statement] = sent as [string | QueryConfig];
    const told = reasons.has(this) ? answer.catch((error) => Promise.reject(reasonOf(this, error))) : answer;
    return endedBy(statementSpan(typeof statement === 'string' ? statement : statement.text), told);
  }
}

/** Why PostgreSQL has ended connections between two statements, as by the time limit of a transaction. */
const reasons = new WeakMap<object, pg.DatabaseError>();

/** The error of a statement on a connection, of which node-postgres knows no more than that it has ended. */
export const reasonOf = (client: object, error: unknown): unknown => reasons.get(client) ?? error;
