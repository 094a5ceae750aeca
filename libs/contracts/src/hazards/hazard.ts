import { z } from 'zod';
import { idList, idSchema } from '../http/id.js';
import { omittable } from '../http/omittable.js';
import { keptOnce } from '../http/only-once.js';
import { resource, saved } from '../http/resource.js';
import { tagsSchema } from '../http/tags.js';
import { line, optional, paragraph } from '../http/text.js';
import { dateSchema, dateTimeSchema, timestampSchema } from '../http/time.js';
import {
  closureReasons,
  controlEffectiveness,
  controlTypes,
  hazardStatuses,
  hazardTypes,
  observationKinds,
  personsAtRisk,
  psychosocialFactors,
} from './hazard-enums.js';
import { hazardRules } from './hazard-rules.js';
import { riskAssessmentSchema, saveRiskAssessmentSchema } from './risk-assessment.js';

const controlSchema = z.strictObject({
  description: line(500),
  controlType: z.enum(controlTypes),
  effectiveness: optional(z.enum(controlEffectiveness)),
});

const writable = {
  title: line(200, 3),
  description: paragraph(8000),
  hazardType: z.enum(hazardTypes),
  psychosocialFactor: optional(z.enum(psychosocialFactors)).describe(
    'ISO 45003; only with hazardType psychosocial.',
  ),
  observationKind: z.enum(observationKinds).default('unsafeCondition'),
  orgStructureId: idSchema.describe(
    'An active place that the caller can see, and where the permission of the write counts, as where it was. A ' +
      'move may be refused that gives the caller `hazards.approve` or `hazards.archive` there.',
  ),
  locationDescription: optional(line(500)),
  latitude: optional(z.number().min(-90).max(90)).describe(
    'Degrees; both of latitude and longitude, or none.',
  ),
  longitude: optional(z.number().min(-180).max(180)),
  reportedByAssociateId: optional(idSchema),
  reportedByName: optional(line(200)),
  anonymous: z
    .boolean()
    .default(false)
    .describe(
      'No reporter is kept, and only an administrator of the whole company sees who created the hazard. ' +
        'A change that leaves it out keeps it; lifted by a revision, it ends with the approval of that. Before ' +
        'the first approval its author names it in an event or action, and names an own event that waits in it, ' +
        'only with the right to read what waits there.',
    ),
  responsiblePersonnelId: optional(idSchema).describe('Who owns the hazard.'),
  personsAtRisk: keptOnce(z.array(z.enum(personsAtRisk)).max(personsAtRisk.length)).default([]),
  immediateActionTaken: optional(paragraph(4000)),
  existingControls: z.array(controlSchema).max(30).default([]),
  dueDate: optional(dateSchema).describe('Target date for control.'),
  nextReviewDate: optional(dateSchema),
  relatedEventIds: idList(20).default([]),
  tags: tagsSchema,
};

/** Members that are written in one form and read in another. */
const written = {
  identifiedAt: dateTimeSchema.describe('At most five minutes from now.'),
  reportedByPersonnelId: idSchema
    .nullish()
    .describe(
      'At most one of the three reporters. Absent and without another: the personnel record of the caller. A ' +
        'change without any keeps the one there is, and null names nobody.',
    ),
  riskAssessment: saveRiskAssessmentSchema,
};
const read = {
  identifiedAt: timestampSchema,
  reportedByPersonnelId: idSchema.nullable(),
  riskAssessment: riskAssessmentSchema,
};

const readOnly = {
  reference: z
    .string()
    .describe('For example HAZ-2026-000123: a series of its own for each company and year.'),
  orgStructurePath: z.string().describe('Names from the root down, as they are now, joined by " / ".'),
  status: z.enum(hazardStatuses),
  requireApproval: z.boolean().describe('Whether it waits for approval or for changes.'),
  hasPendingRevision: z
    .boolean()
    .describe('Whether an approved hazard has a newer revision that is not approved yet.'),
  approvedAt: timestampSchema.nullable(),
  approvedByUserId: idSchema.nullable(),
  closedAt: timestampSchema.nullable(),
  closedByUserId: idSchema.nullable(),
  closureReason: z.enum(closureReasons).nullable(),
  statusComment: z.string().nullable().describe('Of the last transition.'),
  openActionCount: z.int(),
  overdueActionCount: z.int(),
};

const { reportedByAssociateId, reportedByName, anonymous } = writable;
/** A change that leaves these out keeps them: a client that filled in a default would name the reporter. */
const changed = {
  ...writable,
  ...written,
  riskAssessment: saveRiskAssessmentSchema.describe(
    'An approved hazard keeps the `initial` that it has, and a closed one its `residual`: each changes, and is not ' +
      'taken out.',
  ),
  ...omittable({ reportedByAssociateId, reportedByName, anonymous }),
};

/** The members of a hazard, by who writes and reads them. */
export const hazardFields = { writable, written, changed, readOnly, read };

export const hazardSchema = resource('Hazard', writable, { ...readOnly, ...read });
export const changeHazardSchema = saved('HazardWrite', changed, readOnly).superRefine(hazardRules);
export type ChangeHazard = z.infer<typeof changeHazardSchema>;
export const addHazardSchema = saved('HazardAdd', { ...writable, ...written }, readOnly, {
  id: 'byClient',
}).superRefine(hazardRules);
export type AddHazard = z.infer<typeof addHazardSchema>;
export type SaveHazard = Omit<AddHazard, 'id'>;
