import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { DatabaseError, Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** The company whose rows a transaction sees, and who acts. */
export interface CompanyActor {
  readonly companyId: string;
  /** The acting user; `null` for the system itself. */
  readonly userId: string | null;
}

/** An open transaction that sees one company. */
export interface CompanyTransaction {
  readonly companyId: string;
  /** The connection of the transaction. */
  readonly client: PoolClient;
  /** `now()` of the transaction on the database's clock, rounded to milliseconds as in the columns of rows. */
  readonly startedAt: Promise<Date>;
  /** Called right before the commit, in order; of those with the same key the last one counts. */
  readonly beforeCommit: Map<string, () => Promise<void>>;
  /** Called once the transaction has committed, in order. */
  readonly afterCommit: (() => void)[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens one transaction for a company and makes it the current one for everything that is called inside. */
@Injectable()
export class CompanyTransactions {
  private readonly storage = new AsyncLocalStorage<CompanyTransaction>();

  constructor(private readonly dataSource: DataSource) {}

  /** The current transaction. Throws outside of one, and when it belongs to another company. */
  current(companyId: string): CompanyTransaction {
    const transaction = this.storage.getStore();
    if (!transaction) throw new Error('There is no company transaction here');
    if (transaction.companyId !== companyId) throw new Error('The transaction belongs to another company');
    return transaction;
  }

  /**
   * Commits when `work` resolves, rolls back when it throws. A read-only transaction cannot write; its result is
   * there before its end is, which changes nothing any more.
   */
  async run<Result>(
    companyId: string,
    work: () => Promise<Result>,
    access: 'read' | 'write' = 'write',
  ): Promise<Result> {
    if (!UUID.test(companyId)) throw new Error('A company id must be a UUID');
    const client = await this.pool.connect();
    client.on('error', reportedByStatement);
    const { result, afterCommit } = await this.within(client, companyId, work, access);
    const committed = end(client, 'COMMIT');
    if (access === 'write') await committed;
    else committed.catch(() => undefined);
    for (const effect of afterCommit) effect();
    return result;
  }

  /**
   * Makes those who change the same thing of a company take turns until their transactions end. Take it before any row is
   * locked, so that two requests never wait for each other.
   */
  async takeTurns(companyId: string, what: string): Promise<void> {
    const { client } = this.current(companyId);
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${what}:${companyId}`]);
  }

  private async within<Result>(
    client: PoolClient,
    companyId: string,
    work: () => Promise<Result>,
    access: 'read' | 'write',
  ): Promise<{ result: Result; afterCommit: CompanyTransaction['afterCommit'] }> {
    try {
      const startedAt = begin(client, companyId, access);
      // Reported where it is awaited; until then it must not count as unhandled.
      startedAt.catch(() => undefined);
      const beforeCommit: CompanyTransaction['beforeCommit'] = new Map();
      const transaction: CompanyTransaction = { companyId, client, startedAt, beforeCommit, afterCommit: [] };
      const result = await this.storage.run(transaction, async () => {
        const outcome = await work();
        for (const finish of beforeCommit.values()) await finish();
        return outcome;
      });
      await startedAt;
      return { result, afterCommit: transaction.afterCommit };
    } catch (error) {
      // PostgreSQL has closed the connection, and the transaction with it: there is nobody to tell.
      if ((error as DatabaseError).severity === 'FATAL') giveBack(client, error as Error);
      else await end(client, 'ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master;
  }
}

/**
 * Sends `BEGIN` and the company in one message; `SET LOCAL` counts only inside the transaction. The first
 * statement of the work follows on the same connection without waiting for the answer. If `BEGIN` fails, that
 * statement finds no company and so no row. The failure is awaited before anything is answered.
 */
async function begin(client: PoolClient, companyId: string, access: 'read' | 'write'): Promise<Date> {
  const mode = access === 'read' ? ' READ ONLY' : '';
  const results: unknown = await client.query(
    `BEGIN${mode}; SET LOCAL app.company_id = '${companyId}'; SELECT now()::timestamptz(3) AS now`,
  );
  const [, , selected] = results as [unknown, unknown, { rows: [{ now: Date }] }];
  return selected.rows[0].now;
}

/** A connection lost between two statements fails the next one; an error that nobody listens to would end the process. */
const reportedByStatement = (): void => undefined;

/** Gives a connection back to the pool, which closes it when an error says that it cannot be used any more. */
function giveBack(client: PoolClient, error?: Error): void {
  client.off('error', reportedByStatement);
  client.release(error);
}

/**
 * Ends the transaction and gives the connection back; one whose transaction could not be ended is closed. PostgreSQL
 * answers a COMMIT after a failed statement with ROLLBACK and no error: whoever caught that statement's error must learn it.
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
