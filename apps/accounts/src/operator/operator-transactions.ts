import { Injectable } from '@nestjs/common';
import type { OutboxTransaction } from '@safety/bus/outbox';
import type { CompanyTransaction } from '@safety/persistence';
import { DataSource } from 'typeorm';

/** A transaction of an operator: it sees and writes the users and companies of everybody. */
export interface OperatorTransaction extends OutboxTransaction {
  readonly client: CompanyTransaction['client'];
  readonly companyId: null;
}

/** Opens the walls of row-level security, for the command line alone. */
@Injectable()
export class OperatorTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /** Commits when `work` resolves, rolls back when it throws. */
  async run<Result>(work: (transaction: OperatorTransaction) => Promise<Result>): Promise<Result> {
    const afterCommit: (() => void)[] = [];
    const runner = this.dataSource.createQueryRunner();
    try {
      const client: OperatorTransaction['client'] = await runner.connect();
      await client.query("BEGIN; SELECT set_config('app.operator', 'yes', true)");
      try {
        const result = await work({ client, companyId: null, afterCommit });
        await client.query('COMMIT');
        for (const effect of afterCommit) effect();
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }
}
