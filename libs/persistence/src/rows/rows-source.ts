import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeRecord } from '../changes/change-record.js';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { CompanyTransactions } from '../transaction/company-transactions.js';
import { CreationDigests } from './creation-digest.js';
import { Cursors } from './cursor.js';

/** The statements of a class of rows about its table. */
export interface DeclaredRows {
  table: string;
  /** Every member of the company sees all rows. */
  toEveryone: boolean;
  lists: ListDeclaration | undefined;
}

/** The parts of `CompanyRows`. A class of rows takes them as one dependency and passes it on. */
@Injectable()
export class RowsSource {
  /** The classes of rows that there are, for the architecture spec. */
  readonly declared: DeclaredRows[] = [];
  /** The constraints whose violation some class of rows answers, for the architecture spec too. */
  readonly unique = new Set<string>();

  constructor(
    readonly dataSource: DataSource,
    readonly transactions: CompanyTransactions,
    readonly cursors: Cursors,
    readonly changes: ChangeRecord,
    readonly digests: CreationDigests,
  ) {}

  declare(rows: DeclaredRows): void {
    this.declared.push(rows);
  }

  declareUnique(constraints: readonly string[]): void {
    for (const constraint of constraints) this.unique.add(constraint);
  }
}
