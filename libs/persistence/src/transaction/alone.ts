import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
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
  const [answer] = await sendAlone(dataSource, [prepared(text, values)]);
  if (!answer) throw new Error('PostgreSQL did not answer the statement');
  return answer as QueryResult<Row>;
}

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
  const [entered, answer] = await sendAlone(dataSource, [enter, statement]);
  if (!entered || !answer) throw new Error('PostgreSQL answered too few statements');
  return [entered, answer];
}

async function sendAlone(
  dataSource: DataSource,
  statements: Parameters<typeof sendBatch>[1],
): Promise<QueryResult[]> {
  const client = await takeConnection(dataSource);
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
