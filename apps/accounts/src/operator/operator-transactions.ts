import { Injectable } from '@nestjs/common';
import { type OpenTransaction, runTransaction } from '@safety/persistence';
import { DataSource } from 'typeorm';

/** A transaction of an operator: it sees and writes the users and companies of everybody. */
export interface OperatorTransaction extends OpenTransaction {
  readonly companyId: null;
}

/**
 * Transactions of the command line. Its role passes the walls of row-level security, as that of the service
 * does not.
 */
@Injectable()
export class OperatorTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /** Commits when `work` resolves, rolls back when it throws. */
  run<Result>(work: (transaction: OperatorTransaction) => Promise<Result>): Promise<Result> {
    return runTransaction(this.dataSource, {}, ({ client, afterCommit }) =>
      work({ client, companyId: null, afterCommit }),
    );
  }
}
