import type { QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { sendBatch } from './batch.js';
import { giveBack, takeConnection } from './connections.js';

/**
 * Sends one statement as a transaction of its own, behind the one that opens the wall for it: both are one
 * message, so what the first one sets ends with it, and the second one never runs without it. The connection
 * goes back with the answer.
 */
export async function readAlone(
  dataSource: DataSource,
  enter: QueryConfig,
  statement: QueryConfig,
): Promise<[entered: QueryResult, answer: QueryResult]> {
  const client = await takeConnection(dataSource);
  try {
    const [entered, answer] = await sendBatch(client, [enter, statement]);
    if (!entered || !answer) throw new Error('PostgreSQL answered too few statements');
    giveBack(client);
    return [entered, answer];
  } catch (error) {
    giveBack(client, error);
    throw error;
  }
}
