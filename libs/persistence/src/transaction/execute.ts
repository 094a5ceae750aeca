import type { QueryResult, QueryResultRow } from 'pg';
import type { StatementClient } from './lazy-transaction.js';
import { prepared } from './prepared.js';

/** Sends a statement, prepared once for each connection. */
export function execute<Result extends QueryResultRow>(
  client: StatementClient,
  text: string,
  values: unknown[],
): Promise<QueryResult<Result>> {
  return client.query<Result>(prepared(text, values));
}
