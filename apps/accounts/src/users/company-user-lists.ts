import type { ListDeclaration } from '@safety/persistence';
import type { CompanyUser } from './company-user.entity.js';

export const companyUserLists = {
  table: 'company_users',
  defaultSort: 'displayName',
  sorts: ['displayName', 'email', 'createdAt'],
  filters: ['status'],
  search: ['displayName', 'email'],
  others: { roleId: 'the index of assignments by their role', email: 'an index of it in lower case' },
} satisfies ListDeclaration<keyof CompanyUser>;
