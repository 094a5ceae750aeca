import pg, { type QueryResultRow } from 'pg';
import { keptConnections } from '../data-source.js';
import type { DatabaseSettings } from '../settings.js';
import { sendBehind } from '../transaction/alone.js';
import { enter } from '../transaction/company-transactions.js';
import { ofConnecting } from '../transaction/connections.js';
import { prepared } from '../transaction/prepared.js';
import { TracedClient } from '../transaction/traced-client.js';

/**
 * Counts in a transaction of its own, which is one message. Inside of the transaction of a
 * request a counter would stay locked for a dozen statements more, and all who add to one company would wait
 * for each other.
 *
 * On a connection of its own: requests that hold all others while they wait for one more would wait for ever.
 */
export class Counters {
  private readonly pool: pg.Pool;

  constructor(settings: Omit<DatabaseSettings, 'DATABASE_POOL_SIZE'>) {
    // The types know the class of connections alone that has no options of ours.
    const options = { Client: TracedClient as unknown as typeof pg.Client };
    this.pool = new pg.Pool({
      ...options,
      connectionString: settings.DATABASE_URL,
      max: 1,
      ...keptConnections(settings),
    });
    // A connection that is lost while nobody counts is missed by the next one, who opens another.
    this.pool.on('error', () => undefined);
  }

  /**
   * Runs a statement that counts, within the wall of a company. Its values are asked for once the connection
   * is free. Resolves with its one row.
   */
  async count<Row extends QueryResultRow>(
    companyId: string,
    text: string,
    values: () => unknown[],
  ): Promise<Row> {
    const wall = enter(companyId, 'write');
    const client = await this.pool.connect().catch((cause: unknown) => {
      throw ofConnecting(cause);
    });
    const [, { rows }] = await sendBehind(client, wall, prepared(text, values()));
    const [counter] = rows as Row[];
    if (!counter) throw new Error('A counter answers with its number');
    return counter;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
