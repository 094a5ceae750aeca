import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** The whole state of an org structure after a change; readers keep the one with the highest version. */
export const orgStructureChanged = defineMessage({
  name: 'org-structure-changed.v1',
  owner: 'personnel-org',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, archived: true }),
  payload: z.object({
    id: idSchema,
    version: z.int(),
    itemId: idSchema.nullable().default(null).describe('null: written before items travelled along.'),
    name: z.string(),
    path: z.string().describe('Names from the root down, joined by " / ".'),
    pathIds: z.array(idSchema).describe('Ids from the root down to the org structure itself.'),
    timeZone: z
      .string()
      .nullable()
      .default(null)
      .describe('IANA name of its own; null: the one of the nearest above, else of the company.'),
    archived: z.boolean(),
  }),
});
export type OrgStructureState = z.infer<typeof orgStructureChanged.payload>;
