import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { messageDateSchema } from '../http/time.js';
import { defineMessage } from './message.js';

/**
 * The training status of a person, today and on every later day as far as it is known. It changes with the
 * calendar alone too, so each step begins on a day. Readers keep the highest version.
 */
export const trainingStatusChanged = defineMessage({
  name: 'training-status-changed.v1',
  owner: 'training',
  stateOf: ({ personnelId }) => personnelId,
  lost: (state) => ({
    ...state,
    version: 0,
    steps: [{ from: '1970-01-01', status: 'notRequired' as const }],
  }),
  payload: z.object({
    personnelId: idSchema,
    version: z.int().describe('Grows with each message about the person.'),
    steps: z
      .array(
        z.object({
          from: messageDateSchema.describe('First day of the status, in the time zone of the company.'),
          status: z.enum(['compliant', 'expiringSoon', 'nonCompliant', 'notRequired']),
        }),
      )
      .min(1)
      .describe('In the order of their days; the last one holds until the next message.'),
  }),
});
export type TrainingStatusState = z.infer<typeof trainingStatusChanged.payload>;
