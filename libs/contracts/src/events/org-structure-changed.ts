import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineEvent } from './event.js';

/** The whole state of a place after a change; readers keep the one with the highest version. */
export const orgStructureChanged = defineEvent({
  name: 'org-structure-changed.v1',
  owner: 'personnel-org',
  stateOf: ({ id }) => id,
  payload: z.object({
    id: idSchema,
    version: z.int(),
    name: z.string(),
    path: z.string().describe('Names from the root down, joined by " / ".'),
    pathIds: z.array(idSchema).describe('Ids from the root down to the place itself.'),
    archived: z.boolean(),
  }),
});
export type OrgStructureState = z.infer<typeof orgStructureChanged.payload>;
