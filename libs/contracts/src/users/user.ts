import { z } from 'zod';
import { permissionSchema } from '../accounts/permissions.js';
import { idSchema } from '../http/id.js';
import { commaSeparated, listQuery, queryFlag } from '../http/list.js';
import { recordFields } from '../http/resource.js';
import { timestampSchema } from '../http/time.js';

const byNobody = recordFields.createdByUserId.describe(
  'Always null: the accounts API says in `/users` who it was.',
);

/** Somebody who can sign in and belongs to the company. The profile itself is with the accounts API. */
export const userSchema = z
  .object({
    id: idSchema.describe('The `sub` of the tokens.'),
    version: z.int().describe('Grows with each change of the user.'),
    createdAt: timestampSchema.describe('When this API learned of the user.'),
    createdByUserId: byNobody,
    modifiedAt: timestampSchema.describe('When this API learned of the last change.'),
    modifiedByUserId: byNobody,
    archived: z.boolean().describe('Whether the user has left the company.'),
    archivedAt: timestampSchema
      .nullable()
      .describe('Of somebody who has left, when this API learned of the last change.'),
    archivedByUserId: byNobody,
    displayName: z.string(),
    email: z
      .string()
      .meta({ format: 'email' })
      .nullable()
      .describe('null without the permission `users.read`.'),
    personnelId: idSchema.nullable().describe('The person who signs in as this user.'),
    active: z.boolean().describe('Whether the user may sign in.'),
    isEventManager: z.boolean().describe('Whether any role in this company is one of an event manager.'),
    orgStructureRelationshipIds: z
      .array(idSchema)
      .describe('Org structures that the roles count at and below; empty for roles of the whole company.'),
    companyWide: z.boolean().describe('Whether any role counts in the whole company.'),
  })
  .meta({ id: 'User' });
export type User = z.input<typeof userSchema>;

export const listUsersSchema = listQuery({
  sort: ['displayName'],
  defaultSort: 'displayName',
  search: ['displayName', 'email'],
  searchTerms: 'Without `users.read` in displayName alone.',
  filters: {
    orgStructureRelationshipIds: commaSeparated(idSchema)
      .optional()
      .describe(
        'Users with a role that counts at any of these org structures. Since version 1.3.0, and in older ones too.',
      ),
    eventManagerOnly: queryFlag
      .default(false)
      .describe(
        'Only users whose role there is one of an event manager, who read hazards there and have accepted their invitation. Since version 1.3.0, and in older ones too.',
      ),
    active: queryFlag
      .optional()
      .describe(
        'Whether they may sign in. Default true; with `ids`, with `modifiedSince`, or where archived users are included, all of them.',
      ),
  },
}).omit({ externalId: true });
export type ListUsers = z.infer<typeof listUsersSchema>;

/** The current user's permissions in the company; those of others are never shown. */
export const userPermissionsSchema = z
  .object({
    userId: idSchema,
    companyId: idSchema,
    roles: z.array(
      z.object({
        assignmentId: idSchema,
        roleId: idSchema,
        roleName: z.string(),
        isEventManager: z.boolean(),
        orgStructureRelationshipIds: z.array(idSchema),
        companyWide: z.boolean(),
      }),
    ),
    permissions: z.array(permissionSchema),
    defaultOrgStructureId: idSchema.nullable(),
  })
  .meta({ id: 'UserPermissions' });
export type UserPermissions = z.input<typeof userPermissionsSchema>;

export const userPermissionsQuerySchema = z.strictObject({
  orgStructureId: idSchema.optional().describe('Only roles that count at this org structure.'),
});
export type UserPermissionsQuery = z.infer<typeof userPermissionsQuerySchema>;

/** The body of `PUT /users/me/defaultorgstructure`. */
export const saveDefaultOrgStructureSchema = z
  .strictObject({ orgStructureId: idSchema.nullable().describe('null: none.') })
  .meta({ id: 'SaveDefaultOrgStructure' });
export type SaveDefaultOrgStructure = z.infer<typeof saveDefaultOrgStructureSchema>;
