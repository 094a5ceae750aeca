import { Injectable } from '@nestjs/common';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { CompanyUser } from './company-user.entity.js';

const rowsOf = (source: RowsSource, search: string[]) =>
  new CompanyRows<CompanyUser>(source, CompanyUser, {
    what: 'user',
    visible: 'to everyone',
    defaultSort: { key: 'displayName', descending: false },
    search,
  });

/** The same users twice: a caller who may not see addresses must not find users by them either. */
@Injectable()
export class CompanyUserRows {
  readonly byName: CompanyRows<CompanyUser>;
  readonly byNameAndEmail: CompanyRows<CompanyUser>;

  constructor(source: RowsSource) {
    this.byName = rowsOf(source, ['displayName']);
    this.byNameAndEmail = rowsOf(source, ['displayName', 'email']);
  }
}
