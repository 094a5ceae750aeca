import { z } from 'zod';
import { controlEffectiveness, controlTypes } from '../hazards/hazard-enums.js';
import { idSchema } from '../http/id.js';
import { currencySchema } from '../http/iso-codes.js';
import { resource, saved } from '../http/resource.js';
import { tagsSchema } from '../http/tags.js';
import { line, optional, paragraph } from '../http/text.js';
import { dateSchema, timestampSchema } from '../http/time.js';
import { actionPriorities, actionSources, actionStatuses, actionTypes } from './action-enums.js';
import { actionRules } from './action-rules.js';

const MAX_COST = 1_000_000_000_000;

const writable = {
  title: line(200),
  description: optional(paragraph(4000)),
  actionType: z.enum(actionTypes),
  controlType: optional(z.enum(controlTypes)).describe('In the hierarchy of controls.'),
  sourceType: z.enum(actionSources).describe('Where the action comes from; it never changes.'),
  sourceId: optional(idSchema).describe(
    'The hazard, the event, or for training the course; none for a standalone action. It never changes.',
  ),
  orgStructureId: optional(idSchema).describe(
    'Default: the place of the hazard or event. Required for the others. Another one takes `actions.write` there, ' +
      'and is refused where it lets the caller verify the action.',
  ),
  assigneePersonnelId: optional(idSchema).describe('Exactly one of the two assignees.'),
  assigneeUserId: optional(idSchema),
  verifierUserId: optional(idSchema).describe(
    'Another user than the assignee and whoever completes the action, who may verify there. Of a completed ' +
      'action administrators alone name another, or null, such as for one who has left.',
  ),
  priority: z.enum(actionPriorities).default('medium'),
  mandatory: z
    .boolean()
    .default(true)
    .describe(
      'Whether its source cannot be closed while it is open, or completed and waits for the verifier whom it ' +
        'names. To make it mandatory, and to move one that is, takes ' +
        '`actions.write` where its hazard or event is too.',
    ),
  dueDate: dateSchema,
  cost: optional(z.number().min(0).max(MAX_COST)),
  currency: optional(currencySchema).describe('ISO 4217; goes with cost.'),
  tags: tagsSchema,
};

const readOnly = {
  reference: z.string().describe('For example ACT-2026-000311.'),
  sourceSuggestedActionId: idSchema.nullable().describe('The suggestion of a hazard that it was made of.'),
  orgStructurePath: z.string(),
  originalDueDate: z.string().meta({ format: 'date' }).describe('The first dueDate.'),
  status: z.enum(actionStatuses),
  statusComment: z.string().nullable().describe('Of the last transition.'),
  overdue: z.boolean().describe('Open or in progress after dueDate, in the time zone of the company.'),
  completedAt: timestampSchema.nullable(),
  completedByUserId: idSchema.nullable(),
  completionComment: z.string().nullable(),
  verifiedAt: timestampSchema.nullable(),
  verifiedByUserId: idSchema.nullable(),
  effectiveness: z.enum(controlEffectiveness).nullable().describe('As the verifier found it.'),
};

/** Of the members that are written, an answer always knows the place. */
const read = { orgStructureId: idSchema };

export const actionSchema = resource('Action', writable, { ...readOnly, ...read });
export const saveActionSchema = saved('ActionWrite', writable, readOnly).superRefine(actionRules);
export const addActionSchema = saved('ActionAdd', writable, readOnly, { id: 'byClient' }).superRefine(
  actionRules,
);
export type AddAction = z.infer<typeof addActionSchema>;
export type SaveAction = z.infer<typeof saveActionSchema>;
