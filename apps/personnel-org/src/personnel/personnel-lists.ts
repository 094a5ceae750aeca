import type { ListDeclaration } from '@safety/persistence';
import type { PersonToday } from './person-today.entity.js';

const DAYS = 'the index of work histories by their days';

export const personnelLists = {
  table: 'personnel',
  defaultSort: 'lastName',
  sorts: ['lastName', 'personnelNumber', 'hireDate'],
  filters: ['lineManagerId'],
  search: ['firstName', 'lastName', 'middleName', 'preferredName', 'personnelNumber', 'email'],
  phrases: [
    ['firstName', 'lastName'],
    ['preferredName', 'lastName'],
    ['firstName', 'middleName', 'lastName'],
  ],
  others: {
    orgStructureId: DAYS,
    includeDescendants: DAYS,
    employmentStatus: DAYS,
    employmentType: DAYS,
    jobTitle: DAYS,
    asOf: DAYS,
    trainingStatus: 'the index of training statuses by their days',
    hiredFrom: 'hireDate',
    hiredTo: 'hireDate',
    hasUser: 'an index of those with a login, and one of the others',
  },
} satisfies ListDeclaration<keyof PersonToday>;
