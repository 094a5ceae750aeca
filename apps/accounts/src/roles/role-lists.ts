import type { ListDeclaration } from '@safety/persistence';

export const roleLists = {
  table: 'roles',
  defaultSort: 'name',
  sorts: ['name', 'createdAt'],
  search: ['name', 'description'],
  others: { builtIn: 'an index of those alone' },
} satisfies ListDeclaration;
