import type { ListDeclaration } from '@safety/persistence';

export const userLists = {
  table: 'company_users',
  defaultSort: 'displayName',
  sorts: ['displayName'],
  filters: ['active'],
  sets: ['roleKeys'],
  search: ['displayName', 'email'],
  others: { orgStructureRelationshipIds: 'roleKeys', eventManagerOnly: 'roleKeys' },
} satisfies ListDeclaration;
