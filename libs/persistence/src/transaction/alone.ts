import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { sendBatch } from './batch.js';
import { giveBack, takeConnection } from './connections.js';
import { prepared } from './prepared.js';

/** Sends one statement, prepared once for each connection, as a transaction of its own. */
export async function runStatement<Row extends QueryResultRow>(
  dataSource: DataSource,
  text: string,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const [answer] = await sendAlone(await takeConnection(dataSource), [prepared(text, values)]);
  if (!answer) throw new Error('PostgreSQL did not answer the statement');
  return answer as QueryResult<Row>;
}

/**
 * Sends one statement as a transaction of its own, behind those that open the wall for it: all are one
 * message, so what they set ends with it, and the last one never runs without it. The connection
 * goes back with the answer.
 */
export async function sendBehind(
  client: PoolClient,
  enter: readonly [QueryConfig, ...QueryConfig[]],
  statement: QueryConfig,
): Promise<[entered: QueryResult, answer: QueryResult]> {
  const answers = await sendAlone(client, [...enter, statement]);
  const [entered, answer] = [answers[0], answers[enter.length]];
  if (!entered || !answer) throw new Error('PostgreSQL answered too few statements');
  return [entered, answer];
}

async function sendAlone(
  client: PoolClient,
  statements: Parameters<typeof sendBatch>[1],
): Promise<QueryResult[]> {
  let answers: QueryResult[];
  try {
    answers = await sendBatch(client, statements);
  } catch (error) {
    giveBack(client, error);
    throw error;
  }
  giveBack(client);
  return answers;
}
