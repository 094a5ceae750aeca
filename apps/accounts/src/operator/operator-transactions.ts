import { Injectable } from '@nestjs/common';
import { type OpenTransaction, runTransaction, setLocal } from '@safety/persistence';
import { DataSource } from 'typeorm';

/** A transaction of an operator: it sees and writes the users and companies of everybody. */
export interface OperatorTransaction extends OpenTransaction {
  readonly companyId: null;
}

/** Opens the walls of row-level security, for the command line alone. */
@Injectable()
export class OperatorTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /** Commits when `work` resolves, rolls back when it throws. */
  run<Result>(work: (transaction: OperatorTransaction) => Promise<Result>): Promise<Result> {
    const first = [{ text: setLocal({ 'app.operator': 'yes' }) }];
    return runTransaction(this.dataSource, { first }, ({ client, afterCommit }) =>
      work({ client, companyId: null, afterCommit }),
    );
  }
}
