import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { LazyTransaction, type StatementClient } from './lazy-transaction.js';
import { prepared } from './prepared.js';

/** Sends a statement, prepared once for each connection. */
export function execute<Result extends QueryResultRow>(
  client: StatementClient,
  text: string,
  values: unknown[],
): Promise<QueryResult<Result>> {
  return client.query<Result>(prepared(text, values));
}

/** Sends statements of a transaction as one message, of which PostgreSQL runs nothing behind a failure. */
export async function executeTogether(
  client: StatementClient,
  statements: readonly QueryConfig[],
): Promise<QueryResult[]> {
  const sent = statements.map(({ text, values }) => (values ? prepared(text, values) : { text }));
  const [first, ...others] = sent;
  if (!first) return [];
  if (!(client instanceof LazyTransaction)) throw new Error('Only a transaction sends statements together');
  return client.together([first, ...others]);
}
