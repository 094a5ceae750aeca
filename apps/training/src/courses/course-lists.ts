import type { ListDeclaration } from '@safety/persistence';

export const courseLists = {
  table: 'courses',
  defaultSort: 'name',
  sorts: ['name', 'code', 'createdAt'],
  filters: ['status', 'category', 'deliveryMethod'],
  search: ['name', 'code'],
} satisfies ListDeclaration;
