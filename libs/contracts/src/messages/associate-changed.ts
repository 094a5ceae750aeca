import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** The whole state of an associate after a change; readers keep the one with the highest version. */
export const associateChanged = defineMessage({
  name: 'associate-changed.v1',
  owner: 'personnel-org',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, archived: true }),
  payload: z.object({
    id: idSchema,
    version: z.int(),
    displayName: z.string(),
    associateType: z.string(),
    orgStructureIds: z.array(idSchema),
    archived: z.boolean(),
  }),
});
export type AssociateState = z.infer<typeof associateChanged.payload>;
