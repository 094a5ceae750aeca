import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineEvent } from './event.js';

/** The whole state of a user after a change; readers keep the one with the highest version. */
export const userChanged = defineEvent({
  name: 'user-changed.v1',
  owner: 'accounts',
  stateOf: ({ id }) => id,
  payload: z.object({
    id: idSchema,
    version: z.int(),
    email: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    disabled: z.boolean(),
    roles: z
      .array(
        z.object({
          id: idSchema,
          cid: idSchema,
          rid: idSchema,
          evm: z.boolean(),
          managesClients: z
            .boolean()
            .default(false)
            .describe(
              'Whether the role holds `clients.manage`, everywhere in the company. Not in the claim.',
            ),
        }),
      )
      .describe(
        'The `role` claim: assignment, company and role ids, and whether the role is an event manager.',
      ),
  }),
});
export type UserState = z.infer<typeof userChanged.payload>;

/** The memberships of these users changed: what was cached about them is stale. */
export const membershipsChanged = defineEvent({
  name: 'memberships-changed.v1',
  owner: 'accounts',
  payload: z.object({ userIds: z.array(idSchema) }),
});

/** Whether a user belongs to the company of this fact; readers keep the state with the highest version. */
export const companyUserChanged = defineEvent({
  name: 'company-user-changed.v1',
  owner: 'accounts',
  stateOf: ({ userId }) => userId,
  payload: z.object({
    userId: idSchema,
    version: z.int().describe('Of the user.'),
    belongs: z.boolean().describe('Holds a role in the company.'),
  }),
});
export type CompanyUserState = z.infer<typeof companyUserChanged.payload>;
