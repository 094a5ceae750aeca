import type { ListDeclaration } from '@safety/persistence';

export const trainingRecordLists = {
  table: 'training_records',
  defaultSort: '-completedOn',
  sorts: ['completedOn'],
  nullableSorts: ['expiresOn'],
  filters: ['personnelId', 'courseId', 'classId', 'result', 'source'],
  search: ['certificateNumber', 'issuer'],
} satisfies ListDeclaration;
