import type { ListDeclaration } from '@safety/persistence';
import type { Role } from './role.entity.js';

export const roleLists = {
  table: 'roles',
  defaultSort: 'name',
  sorts: ['name', 'createdAt'],
  search: ['name', 'description'],
  others: { builtIn: 'an index of those alone' },
} satisfies ListDeclaration<keyof Role>;
