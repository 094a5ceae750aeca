import { Injectable } from '@nestjs/common';
import { execute } from '@safety/persistence';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

/** An open transaction; the outbox writes its messages on it. */
export interface Transaction {
  readonly client: PoolClient;
  /** Nothing in this database belongs to a company: users work in several, clients and keys in none. */
  readonly companyId: null;
  /** Called once the transaction has committed, in order. */
  readonly afterCommit: (() => void)[];
}

/** Sends SQL to the service's database: single statements, or several in one transaction. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /** The rows that one statement returns. */
  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run<Row>(text, values)).rows;
  }

  /** How many rows one statement changed. */
  async change(text: string, values: unknown[] = []): Promise<number> {
    return (await this.run(text, values)).rowCount ?? 0;
  }

  /** Commits when `work` resolves, rolls back when it throws. */
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = { companyId: null, afterCommit: [] as (() => void)[] };
    const result = await this.withClient(async (client) => {
      await client.query('BEGIN');
      try {
        const outcome = await work({ ...transaction, client });
        await client.query('COMMIT');
        return outcome;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
    for (const effect of transaction.afterCommit) effect();
    return result;
  }

  private run<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    return this.withClient((client) => execute<Row>(client, text, values));
  }

  private async withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await work(await runner.connect());
    } finally {
      await runner.release();
    }
  }
}
