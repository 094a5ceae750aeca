import type { ListDeclaration } from '@safety/persistence';
import type { TrainingClass } from './class.entity.js';

export const classLists = {
  table: 'classes',
  defaultSort: 'startAt',
  sorts: ['startAt', 'createdAt'],
  filters: ['courseId', 'orgStructureId', 'status', 'instructorPersonnelId'],
  search: ['title', 'locationDescription', 'instructorName'],
  others: {
    includeDescendants: 'orgStructureId',
    startFrom: 'startAt',
    startTo: 'startAt',
    hasPlaces: 'the order of the list, in which such classes are near',
  },
} satisfies ListDeclaration<keyof TrainingClass>;
