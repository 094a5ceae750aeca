import type { ListDeclaration } from '@safety/persistence';

export const studentLists = {
  table: 'students',
  defaultSort: 'enrolledAt',
  sorts: ['enrolledAt', 'createdAt'],
  filters: ['classId', 'personnelId', 'status'],
  search: ['feedback'],
  others: { courseId: 'classId' },
} satisfies ListDeclaration;
