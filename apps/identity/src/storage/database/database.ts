import { Injectable } from '@nestjs/common';
import {
  type OpenTransaction,
  removeInParts,
  runStatement,
  runStatements,
  runTransaction,
} from '@safety/persistence';
import type { QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

/** An open transaction; the outbox writes its messages on it. */
export interface Transaction extends OpenTransaction {
  /** Nothing in this database belongs to a company: users work in several, clients and keys in none. */
  readonly companyId: null;
}

/** A statement for `Database.together`; `Row` is a row of its answer. */
export interface Statement<_Row extends QueryResultRow = QueryResultRow> {
  readonly text: string;
  readonly values: unknown[];
}

/** A grant takes its refresh tokens with it, some hundreds. */
const REMOVED_AT_ONCE = 500;

/** Sends SQL to the service's database: single statements, or several in one transaction. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /** The rows that one statement returns. */
  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run<Row>(text, values)).rows;
  }

  /** The rows that each of several statements returns. They are one message, and one transaction. */
  async together<First extends QueryResultRow, Second extends QueryResultRow>(
    ...[first, second]: [Statement<First>, Statement<Second>]
  ): Promise<[First[], Second[]]> {
    const answers = await runStatements(this.dataSource, [
      [first.text, first.values],
      [second.text, second.values],
    ]);
    const [ofFirst, ofSecond] = answers.map(({ rows }) => rows);
    if (!ofFirst || !ofSecond) throw new Error('PostgreSQL answered too few statements');
    return [ofFirst as First[], ofSecond as Second[]];
  }

  /** How many rows one statement changed. */
  async change(text: string, values: unknown[] = []): Promise<number> {
    return (await this.run(text, values)).rowCount ?? 0;
  }

  /**
   * Removes rows, some at once, each time within the time of a statement. It leaves those that another
   * statement has locked.
   */
  async removeAll(table: string, condition: string, values: unknown[] = []): Promise<void> {
    const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
    await removeInParts(() => this.change(text, values), REMOVED_AT_ONCE);
  }

  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return runTransaction(this.dataSource, {}, ({ client, afterCommit }) =>
      work({ companyId: null, client, afterCommit }),
    );
  }

  private run<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    return runStatement<Row>(this.dataSource, text, values);
  }
}
