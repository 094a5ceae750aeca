import type { ListDeclaration } from '@safety/persistence';
import type { CompanyUser } from './company-user.entity.js';

export const userLists = {
  table: 'company_users',
  defaultSort: 'displayName',
  sorts: ['displayName'],
  filters: ['active'],
  sets: ['roleKeys'],
  search: ['displayName', 'email'],
  others: { orgStructureRelationshipIds: 'roleKeys', eventManagerOnly: 'roleKeys' },
} satisfies ListDeclaration<keyof CompanyUser>;
