import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** The whole state of a course after a change; readers keep the one with the highest version. */
export const courseChanged = defineMessage({
  name: 'course-changed.v1',
  owner: 'training',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, archived: true }),
  payload: z.object({
    id: idSchema,
    version: z.int(),
    code: z.string(),
    name: z.string(),
    status: z.enum(['draft', 'active', 'retired']),
    validityMonths: z.int().nullable(),
    archived: z.boolean(),
  }),
});
export type CourseState = z.infer<typeof courseChanged.payload>;
