import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { messageDateSchema } from '../http/time.js';
import { defineMessage } from './message.js';

/** The whole state of a person after a change; readers keep the one with the highest version. */
export const personnelChanged = defineMessage({
  name: 'personnel-changed.v1',
  owner: 'personnel-org',
  stateOf: ({ id }) => id,
  lost: (state) => ({ ...state, version: 0, archived: true }),
  payload: z.object({
    id: idSchema,
    version: z.int(),
    displayName: z.string(),
    userId: idSchema.nullable(),
    orgStructureId: idSchema.nullable().describe('Of the work history in force.'),
    placeId: idSchema
      .nullable()
      .default(null)
      .describe(
        'The org structure by which the person is in sight: the same, and before the first record counts, ' +
          'the one of that record.',
      ),
    jobTitle: z.string().nullable().default(null).describe('Of the work history in force.'),
    employmentStatus: z.string().nullable().default(null).describe('Of the work history in force.'),
    workingSince: messageDateSchema
      .nullable()
      .default(null)
      .describe('The first day of this job at this org structure; null when nobody works.'),
    formerly: z
      .array(
        z.object({
          from: messageDateSchema.describe('The first day.'),
          orgStructureId: idSchema.nullable(),
          jobTitle: z.string().nullable(),
        }),
      )
      .default([])
      .describe('Other jobs and org structures right before it, without a break, the latest first.'),
    lineManagerId: idSchema.nullable().default(null),
    archived: z.boolean(),
  }),
});
export type PersonnelState = z.infer<typeof personnelChanged.payload>;
