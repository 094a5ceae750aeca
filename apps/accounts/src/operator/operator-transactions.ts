import { Injectable } from '@nestjs/common';
import type { OutboxTransaction } from '@safety/bus/outbox';
import { DataSource } from 'typeorm';
import { type Client, inTransaction } from '../database/in-transaction.js';

/** A transaction of an operator: it sees and writes the users and companies of everybody. */
export interface OperatorTransaction extends OutboxTransaction {
  readonly client: Client;
  readonly companyId: null;
}

/** Opens the walls of row-level security, for the command line alone. */
@Injectable()
export class OperatorTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /** Commits when `work` resolves, rolls back when it throws. */
  async run<Result>(work: (transaction: OperatorTransaction) => Promise<Result>): Promise<Result> {
    const afterCommit: (() => void)[] = [];
    const result = await inTransaction(this.dataSource, async (client) => {
      await client.query("BEGIN; SELECT set_config('app.operator', 'yes', true)");
      return work({ client, companyId: null, afterCommit });
    });
    for (const effect of afterCommit) effect();
    return result;
  }
}
