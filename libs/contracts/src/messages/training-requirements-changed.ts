import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { messageDateSchema } from '../http/time.js';
import { defineMessage } from './message.js';

/** All training that an org structure item requires, after a change; readers keep the highest version. */
export const trainingRequirementsChanged = defineMessage({
  name: 'training-requirements-changed.v1',
  owner: 'personnel-org',
  stateOf: ({ itemId }) => itemId,
  lost: (state) => ({ ...state, version: 0, archived: true, requirements: [] }),
  payload: z.object({
    itemId: idSchema,
    version: z.int().describe('Of the item.'),
    itemName: z.string(),
    archived: z.boolean().describe('An archived item requires nothing.'),
    requirements: z.array(
      z.object({
        courseId: idSchema,
        requirement: z.enum(['mandatory', 'recommended']),
        jobTitles: z.array(z.string()).describe('Empty: everyone there.'),
        graceDays: z.int(),
        effectiveFrom: messageDateSchema,
      }),
    ),
  }),
});
export type TrainingRequirementsState = z.infer<typeof trainingRequirementsChanged.payload>;
