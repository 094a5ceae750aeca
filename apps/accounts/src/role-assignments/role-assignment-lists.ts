import type { ListDeclaration } from '@safety/persistence';
import type { RoleAssignmentRow } from './role-assignment.entity.js';

export const roleAssignmentLists = {
  table: 'role_assignments',
  defaultSort: 'createdAt',
  sorts: ['createdAt'],
  nullableSorts: ['userId'],
  filters: ['userId', 'clientId', 'roleId'],
} satisfies ListDeclaration<keyof RoleAssignmentRow>;
