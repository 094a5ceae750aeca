import { z } from 'zod';
import { defineEvent } from '../events/event.js';
import { idSchema } from '../http/id.js';
import { hazardStatuses, hazardTypes } from './hazard-enums.js';

/** A hazard was reported. Names no person: an anonymous report stays anonymous on the bus too. */
export const hazardCreated = defineEvent({
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
