import { z } from 'zod';
import { hazardStatuses, hazardTypes } from '../hazards/hazard-enums.js';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** A hazard was reported. Names no person: an anonymous report stays anonymous on the bus too. */
export const hazardCreated = defineMessage({
  name: 'hazard-created.v1',
  owner: 'hazards-events',
  payload: z.object({
    id: idSchema,
    version: z.int(),
    reference: z.string(),
    title: z.string(),
    hazardType: z.enum(hazardTypes),
    orgStructureId: idSchema,
    status: z.enum(hazardStatuses),
    identifiedAt: z.iso.datetime(),
    riskScore: z.int().nullable(),
  }),
});
