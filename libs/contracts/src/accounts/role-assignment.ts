import { z } from 'zod';
import { idList, idSchema } from '../http/id.js';
import { commaSeparated, listQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';

/** Where a role counts. */
const reach = {
  orgStructureRelationshipIds: idList(100)
    .default([])
    .describe('Org structures that the role counts at and below; empty for the whole company.'),
};

const writable = { userId: idSchema, roleId: idSchema, ...reach };

const readOnly = {
  companyId: z.string().meta({ format: 'uuid' }),
  evm: z.boolean().describe('Whether the role makes an event manager.'),
};

/** A role that a user of the company holds. */
export const companyRoleAssignmentSchema = resource('RoleAssignment', writable, readOnly);
export const saveRoleAssignmentSchema = saved('SaveRoleAssignment', writable, readOnly);
export type SaveRoleAssignment = z.infer<typeof saveRoleAssignmentSchema>;

/** A role for a user who is invited. */
export const newUserRoleSchema = z.strictObject({ roleId: idSchema, ...reach });
export type NewUserRole = z.infer<typeof newUserRoleSchema>;

export const listRoleAssignmentsSchema = listQuery({
  sort: ['createdAt', 'modifiedAt', 'userId'],
  defaultSort: 'createdAt',
  filters: {
    userId: commaSeparated(idSchema).optional(),
    roleId: commaSeparated(idSchema).optional(),
  },
}).omit({ q: true });
export type ListRoleAssignments = z.infer<typeof listRoleAssignmentsSchema>;
