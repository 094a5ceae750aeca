import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { line, optional, paragraph } from '../http/text.js';

export const employmentTypes = [
  'fullTime',
  'partTime',
  'temporary',
  'agency',
  'apprentice',
  'intern',
  'volunteer',
] as const;
export const employmentStatuses = ['preHire', 'active', 'onLeave', 'suspended', 'terminated'] as const;
export const historyReasons = [
  'hire',
  'transfer',
  'promotion',
  'demotion',
  'contractChange',
  'leave',
  'returnFromLeave',
  'termination',
  'rehire',
  'correction',
  'other',
] as const;

/** The first record of a person's work history; it takes effect on the hire date. */
export const initialHistorySchema = z
  .strictObject({
    orgStructureId: idSchema,
    jobTitle: line(150),
    employmentType: z.enum(employmentTypes),
    employmentStatus: z.enum(employmentStatuses),
    fte: z.number().min(0).max(1).default(1).describe('Full-time equivalent.'),
    lineManagerId: optional(idSchema).describe('Who it was then; for information.'),
    reason: optional(z.enum(historyReasons)),
    note: optional(paragraph(1000)),
  })
  .meta({ id: 'InitialHistory' });
export type InitialHistory = z.infer<typeof initialHistorySchema>;
