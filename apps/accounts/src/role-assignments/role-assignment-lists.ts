import type { ListDeclaration } from '@safety/persistence';

export const roleAssignmentLists = {
  table: 'role_assignments',
  defaultSort: 'createdAt',
  sorts: ['createdAt'],
  nullableSorts: ['userId'],
  filters: ['userId', 'clientId', 'roleId'],
} satisfies ListDeclaration;
