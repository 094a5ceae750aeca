import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** A client of the company of this message; readers keep the state with the highest version. */
export const companyClientChanged = defineMessage({
  name: 'company-client-changed.v1',
  owner: 'identity',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, deleted: true }),
  payload: z.object({
    id: idSchema.describe('The `client_id`.'),
    version: z.int(),
    name: z.string(),
    actsForItself: z.boolean().describe('Has the grant `client_credentials`.'),
    disabled: z.boolean(),
    deleted: z.boolean().describe('For good: its id is never given again.'),
    changedBy: z
      .object({ userId: idSchema.nullable().describe('null: an operator.') })
      .optional()
      .describe('The author; absent where the client is told again without a change.'),
  }),
});
export type CompanyClientState = z.infer<typeof companyClientChanged.payload>;
