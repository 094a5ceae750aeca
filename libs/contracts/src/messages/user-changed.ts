import { z } from 'zod';
import { roleAssignmentSchema } from '../accounts/membership.js';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** The whole state of a user after a change; readers keep the one with the highest version. */
export const userChanged = defineMessage({
  name: 'user-changed.v1',
  owner: 'accounts',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, disabled: true, roles: [] }),
  payload: z.object({
    id: idSchema,
    version: z.int(),
    email: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    disabled: z.boolean(),
    locale: z
      .string()
      .nullable()
      .optional()
      .describe(
        'BCP 47, of pages and mails; null: that of the company. Absent: an older release, which tells nothing of it.',
      ),
    timeZone: z
      .string()
      .nullable()
      .optional()
      .describe(
        'IANA name, of pages; null: that of the company. Absent: an older release, as with `locale`.',
      ),
    lastDisabledVersion: z
      .int()
      .nullable()
      .optional()
      .describe(
        'The version that disabled the user last: readers of older versions end what the user is signed in to.',
      ),
    left: z
      .array(z.object({ cid: idSchema, version: z.int() }))
      .optional()
      .describe(
        'Of the companies in `roles` those that the user had left before, with the version that left last: readers of older versions end what was granted there.',
      ),
    roles: z
      .array(
        z.object({
          id: idSchema,
          cid: idSchema,
          rid: idSchema,
          evm: z.boolean(),
          accepted: z
            .boolean()
            .default(true)
            .describe(
              'False while the user has not accepted the invitation of the company. Not in the claim.',
            ),
          managesClients: z
            .boolean()
            .default(false)
            .describe(
              'Whether the role holds `clients.manage`, everywhere in the company. Not in the claim.',
            ),
          managesServiceClients: z
            .boolean()
            .default(false)
            .describe('Whether it also allows all that a service client can hold. Not in the claim.'),
        }),
      )
      .describe(
        'The `role` claim: assignment, company and role ids, and whether the role is an event manager.',
      ),
  }),
});
export type UserState = z.infer<typeof userChanged.payload>;

/** The memberships of these users and service clients changed: what was cached about them is stale. */
export const membershipsChanged = defineMessage({
  name: 'memberships-changed.v1',
  owner: 'accounts',
  payload: z.object({ userIds: z.array(idSchema).describe('`sub` of their tokens.') }),
});

/** A user as the company of this message knows them; readers keep the state with the highest version. */
export const companyUserChanged = defineMessage({
  name: 'company-user-changed.v1',
  owner: 'accounts',
  stateOf: ({ userId }) => userId,
  lost: (state) => ({ ...state, version: 0, belongs: false, active: false, assignments: [] }),
  payload: z.object({
    userId: idSchema,
    version: z.int().describe('Of the user in this company.'),
    belongs: z.boolean().describe('Holds a role in the company.'),
    displayName: z.string().default(''),
    email: z.string().default(''),
    active: z.boolean().default(true).describe('Whether the user may sign in and work in the company.'),
    accepted: z
      .boolean()
      .default(true)
      .describe('False while the user has not accepted the invitation. Absent: an older release.'),
    assignments: z
      .array(roleAssignmentSchema)
      .default([])
      .describe('The roles of the user in the company; none without `belongs`.'),
  }),
});
export type CompanyUserState = z.infer<typeof companyUserChanged.payload>;

/**
 * The company of this message has invited a user, for the first time or again. A user with a password is
 * asked to sign in.
 */
export const userInvited = defineMessage({
  name: 'user-invited.v1',
  owner: 'accounts',
  payload: z.object({
    userId: idSchema,
    companyId: idSchema.nullable().default(null),
    send: z.boolean().default(true).describe('Whether to send a mail; a new user is sent one anyway.'),
  }),
});
export type UserInvited = z.infer<typeof userInvited.payload>;
