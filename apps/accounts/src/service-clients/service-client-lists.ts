import type { ListDeclaration } from '@safety/persistence';

export const serviceClientLists = {
  table: 'service_clients',
  defaultSort: 'name',
  sorts: ['name', 'createdAt'],
  filters: ['status'],
  search: ['name'],
} satisfies ListDeclaration;
