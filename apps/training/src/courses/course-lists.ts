import type { ListDeclaration } from '@safety/persistence';
import type { Course } from './course.entity.js';

export const courseLists = {
  table: 'courses',
  defaultSort: 'name',
  sorts: ['name', 'code', 'createdAt'],
  filters: ['status', 'category', 'deliveryMethod'],
  search: ['name', 'code'],
} satisfies ListDeclaration<keyof Course>;
