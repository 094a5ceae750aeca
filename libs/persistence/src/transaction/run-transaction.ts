import type { QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { ofReading } from './connections.js';
import { type BeginOptions, LazyTransaction, type StatementClient } from './lazy-transaction.js';

/** A transaction on a connection of its own. */
export interface OpenTransaction {
  readonly client: StatementClient;
  /** Called once the transaction has committed, in order. */
  readonly afterCommit: (() => void)[];
}

interface RunningTransaction extends OpenTransaction {
  readonly client: LazyTransaction;
  /** Begins it, unless a statement has. Resolves with the answer to the first that travels with `BEGIN`. */
  begin(): Promise<QueryResult>;
}

export interface TransactionOptions extends Partial<BeginOptions> {
  first?: readonly QueryConfig[];
}

/**
 * Every transaction of every service. It begins with its first statement, commits when `work` resolves and
 * rolls back when it throws. The role limits how long its statements and the whole transaction take; see
 * `limitTimeOf`.
 *
 * The result of a transaction for reading is there before its end is, which changes nothing any more.
 */
export async function runTransaction<Result>(
  dataSource: DataSource,
  { access = 'write', ...options }: TransactionOptions,
  work: (transaction: RunningTransaction) => Promise<Result>,
): Promise<Result> {
  const client = new LazyTransaction(dataSource, { access, ...options });
  const afterCommit: (() => void)[] = [];
  const begin = async () => {
    const answers = await client.begin();
    const answer = answers[1] ?? answers[0];
    if (!answer) throw new Error('PostgreSQL did not answer BEGIN');
    return answer;
  };
  let result: Result;
  try {
    result = await work({ client, afterCommit, begin });
    await client.begun;
  } catch (error) {
    await client.rollBack(error);
    throw access === 'read' ? ofReading(error) : error;
  }
  const committed = client.commit();
  if (access === 'write') await committed;
  else committed.catch(() => undefined);
  for (const effect of afterCommit) effect();
  return result;
}
