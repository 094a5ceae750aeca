import type { ListDeclaration } from '@safety/persistence';
import type { Student } from './student.entity.js';

export const studentLists = {
  table: 'students',
  defaultSort: 'enrolledAt',
  sorts: ['enrolledAt', 'createdAt'],
  filters: ['classId', 'personnelId', 'status'],
  search: ['feedback'],
  others: { courseId: 'classId' },
} satisfies ListDeclaration<keyof Student>;
