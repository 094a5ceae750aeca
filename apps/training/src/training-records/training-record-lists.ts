import type { ListDeclaration } from '@safety/persistence';
import type { TrainingRecord } from './training-record.entity.js';

export const trainingRecordLists = {
  table: 'training_records',
  defaultSort: '-completedOn',
  sorts: ['completedOn'],
  nullableSorts: ['expiresOn'],
  filters: ['personnelId', 'courseId', 'classId', 'result', 'source'],
  search: ['certificateNumber', 'issuer'],
  others: {
    completedFrom: 'completedOn',
    completedTo: 'completedOn',
    expiresFrom: 'expiresOn',
    expiresTo: 'expiresOn',
    voided: 'the part of each index that holds archived rows',
  },
} satisfies ListDeclaration<keyof TrainingRecord>;
