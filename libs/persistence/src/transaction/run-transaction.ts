import type { DatabaseError, Pool, PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** A transaction on a connection of its own. */
export interface OpenTransaction {
  readonly client: PoolClient;
  /** Called once the transaction has committed, in order. */
  readonly afterCommit: (() => void)[];
}

interface BegunTransaction extends OpenTransaction {
  /** The answers to `BEGIN` and to what was sent with it. */
  readonly begun: Promise<QueryResult[]>;
}

export interface TransactionOptions {
  /** A transaction for reading cannot write. */
  access?: 'read' | 'write';
  /** SQL that travels with `BEGIN`, such as `SET LOCAL`. No value of a request may be in it unchecked. */
  first?: string;
}

/**
 * Every transaction of every service. It commits when `work` resolves and rolls back when it throws. The
 * connection limits how long its statements and the whole transaction take; see `serviceDataSource`.
 *
 * `BEGIN` and the first statement of the work follow each other without waiting for the answer. If `BEGIN`
 * fails, that statement finds no company and so no row. The failure is awaited before anything is answered.
 * The result of a transaction for reading is there before its end is, which changes nothing any more.
 */
export async function runTransaction<Result>(
  dataSource: DataSource,
  { access = 'write', first }: TransactionOptions,
  work: (transaction: BegunTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await poolOf(dataSource).connect();
  client.on('error', reportedByStatement);
  const afterCommit: (() => void)[] = [];
  let result: Result;
  try {
    const begun = begin(client, access, first);
    // Reported where it is awaited; until then it must not count as unhandled.
    begun.catch(() => undefined);
    result = await work({ client, afterCommit, begun });
    await begun;
  } catch (error) {
    // PostgreSQL has closed the connection, and the transaction with it: there is nobody to tell.
    if ((error as DatabaseError).severity === 'FATAL') giveBack(client, error as Error);
    else await end(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
  const committed = end(client, 'COMMIT');
  if (access === 'write') await committed;
  else committed.catch(() => undefined);
  for (const effect of afterCommit) effect();
  return result;
}

const poolOf = ({ driver }: DataSource): Pool => (driver as PostgresDriver).master;

async function begin(
  client: PoolClient,
  access: 'read' | 'write',
  first: string | undefined,
): Promise<QueryResult[]> {
  const mode = access === 'read' ? ' READ ONLY' : '';
  const results: unknown = await client.query(`BEGIN${mode}${first ? `; ${first}` : ''}`);
  return [results as QueryResult | QueryResult[]].flat();
}

/**
 * A connection lost between two statements fails the next one; an error that nobody listens to would end the
 * process.
 */
const reportedByStatement = (): void => undefined;

/**
 * Gives a connection back to the pool, which closes it when an error says that it cannot be used any more.
 */
function giveBack(client: PoolClient, error?: Error): void {
  client.off('error', reportedByStatement);
  client.release(error);
}

/**
 * Ends the transaction and gives the connection back; one whose transaction could not be ended is closed.
 * PostgreSQL answers a COMMIT after a failed statement with ROLLBACK and no error: the caller that caught
 * that error must learn it.
 */
async function end(client: PoolClient, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query(how));
  } catch (error) {
    giveBack(client, error as Error);
    throw error;
  }
  giveBack(client);
  if (command !== how) throw new Error('A statement of the transaction failed, so nothing of it was kept');
}
