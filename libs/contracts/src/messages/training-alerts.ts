import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { messageDateSchema } from '../http/time.js';
import { defineMessage } from './message.js';

const payload = z.object({
  standingId: idSchema,
  personnelId: idSchema,
  courseId: idSchema,
  orgStructureId: idSchema.nullable().describe('Where the person works.'),
  day: messageDateSchema.describe('The last day of validity, or the deadline.'),
});
export type TrainingAlert = z.infer<typeof payload>;

/** The training of a person has so few days left as its course warns of. Published once for each last day. */
export const trainingExpiryNeared = defineMessage({
  name: 'training-expiry-neared.v1',
  owner: 'training',
  payload,
});

/** The training of a person counts no more. Published once for each last day. */
export const trainingExpired = defineMessage({ name: 'training-expired.v1', owner: 'training', payload });

/** A person has not done in time what is mandatory. Published once for each deadline. */
export const trainingDeadlinePassed = defineMessage({
  name: 'training-deadline-passed.v1',
  owner: 'training',
  payload,
});
