import { Injectable } from '@nestjs/common';
import { DataSource, type EntityTarget } from 'typeorm';
import type { CompanyRecord } from '../company-record.js';
import { CompanyTransactions } from '../transaction/company-transactions.js';
import { CompanyRows, type RowsOptions, type RowsSource } from './company-rows.js';
import { Cursors } from './cursor.js';

/** Makes the `CompanyRows` of an entity for the service that owns it. */
@Injectable()
export class CompanyRowsFactory {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
    private readonly cursors: Cursors,
  ) {}

  for<Row extends CompanyRecord>(entity: EntityTarget<Row>, options: RowsOptions): CompanyRows<Row> {
    return new CompanyRows(this.source, entity, options);
  }

  /** The parts that rows are read and written with. */
  private get source(): RowsSource {
    return { dataSource: this.dataSource, transactions: this.transactions, cursors: this.cursors };
  }
}
