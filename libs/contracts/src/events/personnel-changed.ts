import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineEvent } from './event.js';

/** The whole state of a person after a change; readers keep the one with the highest version. */
export const personnelChanged = defineEvent({
  name: 'personnel-changed.v1',
  owner: 'personnel-org',
  stateOf: ({ id }) => id,
  payload: z.object({
    id: idSchema,
    version: z.int(),
    displayName: z.string(),
    userId: idSchema.nullable(),
    orgStructureId: idSchema.nullable(),
    archived: z.boolean(),
  }),
});
export type PersonnelState = z.infer<typeof personnelChanged.payload>;
