import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';

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
  /** `now()` of the transaction on the database's clock. */
  readonly startedAt: Date;
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

  /** Commits when `work` resolves, rolls back when it throws. A read-only transaction cannot write. */
  async run<Result>(
    companyId: string,
    work: () => Promise<Result>,
    access: 'read' | 'write' = 'write',
  ): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    const client: PoolClient = await runner.connect();
    try {
      const startedAt = await begin(client, companyId, access);
      const transaction: CompanyTransaction = { companyId, client, startedAt, afterCommit: [] };
      const result = await this.storage.run(transaction, work);
      await client.query('COMMIT');
      for (const effect of transaction.afterCommit) effect();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** `BEGIN` and the company in one round trip; `set_config` counts only inside the transaction. */
async function begin(client: PoolClient, companyId: string, access: 'read' | 'write'): Promise<Date> {
  if (!UUID.test(companyId)) throw new Error('A company id must be a UUID');
  const mode = access === 'read' ? ' READ ONLY' : '';
  const results: unknown = await client.query(
    `BEGIN${mode}; SELECT set_config('app.company_id', '${companyId}', true), now() AS now`,
  );
  const [, selected] = results as [unknown, { rows: [{ now: Date }] }];
  return selected.rows[0].now;
}
