import { Injectable } from '@nestjs/common';
import { CompanyRows, type ListDeclaration, RowsSource } from '@safety/persistence';
import { CompanyUser } from './company-user.entity.js';
import { userLists } from './user-lists.js';

const rowsOf = (source: RowsSource, lists: ListDeclaration<keyof CompanyUser>) =>
  new CompanyRows<CompanyUser>(source, CompanyUser, {
    what: 'user',
    visible: 'to everyone',
    lists,
  });

/** The same users twice: a caller who may not see addresses must not find users by them either. */
@Injectable()
export class CompanyUserRows {
  readonly byName: CompanyRows<CompanyUser>;
  readonly byNameAndEmail: CompanyRows<CompanyUser>;

  constructor(source: RowsSource) {
    this.byName = rowsOf(source, { ...userLists, search: ['displayName'] });
    this.byNameAndEmail = rowsOf(source, userLists);
  }
}
