import type { ListDeclaration } from '@safety/persistence';

export const classLists = {
  table: 'classes',
  defaultSort: 'startAt',
  sorts: ['startAt', 'createdAt'],
  filters: ['courseId', 'orgStructureId', 'status', 'instructorPersonnelId'],
  search: ['title', 'locationDescription', 'instructorName'],
} satisfies ListDeclaration;
