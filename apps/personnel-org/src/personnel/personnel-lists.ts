import type { ListDeclaration } from '@safety/persistence';

export const personnelLists = {
  table: 'personnel',
  defaultSort: 'lastName',
  sorts: ['lastName', 'personnelNumber', 'hireDate'],
  filters: ['lineManagerId'],
  search: ['firstName', 'lastName', 'middleName', 'preferredName', 'personnelNumber', 'email'],
} satisfies ListDeclaration;
