import { z } from 'zod';
import { fault } from '../http/fault.js';
import { idList, idSchema } from '../http/id.js';
import { idsQuery, listQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';

/** Org structures of one role that is held, at most. */
export const MOST_ORG_STRUCTURES_OF_ROLE = 100;

/** Where a role counts. */
const reach = {
  orgStructureRelationshipIds: idList(MOST_ORG_STRUCTURES_OF_ROLE)
    .default([])
    .describe('Org structures that the role counts at and below; empty for the whole company.'),
};

const writable = {
  userId: idSchema
    .nullable()
    .default(null)
    .describe('The user who holds the role, fixed; null for a service client.'),
  clientId: idSchema
    .nullable()
    .default(null)
    .describe('The service client that holds the role, fixed; null for a user. One of both is named.'),
  roleId: idSchema,
  ...reach,
};

const readOnly = {
  companyId: z.string().meta({ format: 'uuid' }),
  evm: z.boolean().describe('Whether the role makes an event manager.'),
};

/** A role that a user or a service client of the company holds. */
export const companyRoleAssignmentSchema = resource('RoleAssignment', writable, readOnly);
export const saveRoleAssignmentSchema = saved('SaveRoleAssignment', writable, readOnly).superRefine(
  ({ userId, clientId }, context) => {
    if ((userId === null) !== (clientId === null)) return;
    context.addIssue(
      userId === null
        ? fault(['userId'], 'required', 'Name a user, or a service client as clientId.')
        : fault(['userId'], 'mutually-exclusive', 'Name a user or a service client, not both.'),
    );
  },
);
export type SaveRoleAssignment = z.infer<typeof saveRoleAssignmentSchema>;

/** A role as it stands in the answer of its holder. */
export const heldRoleSchema = z.object({
  id: idSchema,
  roleId: idSchema,
  roleName: z.string(),
  evm: z.boolean(),
  orgStructureRelationshipIds: z.array(idSchema),
});

/** A role for a user who is invited. */
export const newUserRoleSchema = z.strictObject({ roleId: idSchema, ...reach });

export const listRoleAssignmentsSchema = listQuery({
  sort: ['createdAt', 'modifiedAt', 'userId'],
  defaultSort: 'createdAt',
  filters: {
    userId: idsQuery,
    clientId: idsQuery.describe('Roles of these service clients.'),
    roleId: idsQuery,
  },
}).omit({ q: true });
export type ListRoleAssignments = z.infer<typeof listRoleAssignmentsSchema>;
