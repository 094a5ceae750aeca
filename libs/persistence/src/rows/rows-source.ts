import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeRecord } from '../changes/change-record.js';
import { CompanyTransactions } from '../transaction/company-transactions.js';
import { Cursors } from './cursor.js';

/** The parts of `CompanyRows`. A class of rows takes them as one dependency and passes it on. */
@Injectable()
export class RowsSource {
  constructor(
    readonly dataSource: DataSource,
    readonly transactions: CompanyTransactions,
    readonly cursors: Cursors,
    readonly changes: ChangeRecord,
  ) {}
}
