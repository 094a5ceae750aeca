import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { currencySchema } from '../http/iso-codes.js';
import { line, optional, paragraph } from '../http/text.js';
import { dateSchema } from '../http/time.js';
import { withoutRules } from '../http/without-rules.js';
import {
  bodySides,
  environmentalMedia,
  environmentalUnits,
  groupTypes,
  outcomes,
  personTypes,
  treatments,
} from './event-enums.js';
import { oshaSchema, riddorSchema } from './regulatory-forms.js';

export const codeSchemes = ['oiics', 'esaw', 'custom'] as const;

const code = {
  scheme: z.enum(codeSchemes).describe('custom: a code of the company itself, which nobody checks.'),
  code: line(10),
  label: optional(line(200)),
};
const codeSchema = z.strictObject(code);
const bodyPartSchema = z.strictObject({ ...code, side: z.enum(bodySides).default('notApplicable') });
export type Code = z.infer<typeof codeSchema>;

/** The nine variables of causes and circumstances of the European statistics on accidents at work (ESAW). */
export const esawVariables = [
  'workstation',
  'workingEnvironment',
  'workingProcess',
  'specificPhysicalActivity',
  'agentOfActivity',
  'deviation',
  'agentOfDeviation',
  'contactMode',
  'agentOfContact',
] as const;
export type EsawVariable = (typeof esawVariables)[number];

const esawSchema = z.strictObject(
  Object.fromEntries(esawVariables.map((variable) => [variable, optional(line(8))])) as Record<
    EsawVariable,
    ReturnType<typeof optional<ReturnType<typeof line>>>
  >,
);

/** Medical detail: without `personnel.sensitive` these come back as null. */
export const sensitiveGroupMembers = [
  'treatment',
  'treatedInEmergencyRoom',
  'hospitalizedInPatient',
  'treatmentFacilityName',
  'treatmentFacilityAddress',
  'physicianName',
] as const;

const MAX_DAYS = 36_500;
const amount = z.number().min(0).max(1_000_000_000_000);
const sensitive = <Schema extends z.ZodType>(schema: Schema) =>
  optional(schema).describe(
    'Null without personnel.sensitive. From a caller without it null leaves the value as it is, and another is for ' +
      'new groups alone.',
  );

const propertyDamageSchema = z.strictObject({
  description: paragraph(2000),
  estimatedCost: optional(amount).describe('With a currency.'),
  currency: optional(currencySchema).describe('ISO 4217; with estimatedCost.'),
});

const environmentalSchema = z.strictObject({
  substance: line(200),
  quantity: optional(amount),
  unit: optional(z.enum(environmentalUnits)),
  medium: optional(z.enum(environmentalMedia)),
});

const group = {
  groupType: z.enum(groupTypes),
  personInjuredPersonnelId: optional(idSchema).describe(
    'Of an injury or illness exactly one of the three injured persons. Somebody whom the caller may read, or the ' +
      'caller. In a group that there is already, changing any of the three takes personnel.sensitive.',
  ),
  personInjuredAssociateId: optional(idSchema),
  personInjuredName: optional(line(200)),
  natureOfInjury: optional(codeSchema).describe('Required of an injury or illness for its approval.'),
  bodyParts: z.array(bodyPartSchema).max(10).default([]),
  eventOrExposure: optional(codeSchema),
  sourceOfInjury: optional(codeSchema),
  secondarySource: optional(codeSchema),
  esaw: optional(esawSchema).describe('Codes of the code lists esaw…'),
  treatment: sensitive(z.enum(treatments)),
  treatedInEmergencyRoom: sensitive(z.boolean()),
  hospitalizedInPatient: sensitive(z.boolean()),
  treatmentFacilityName: sensitive(line(200)),
  treatmentFacilityAddress: sensitive(line(500)),
  physicianName: sensitive(line(200)),
  outcome: optional(z.enum(outcomes)),
  daysAway: z.int().min(0).max(MAX_DAYS).default(0),
  daysRestricted: z.int().min(0).max(MAX_DAYS).default(0),
  absenceStartDate: optional(dateSchema).describe('Not before the event, in its time zone.'),
  returnToWorkDate: optional(dateSchema).describe(
    'Not before the event, in its time zone, nor before absenceStartDate.',
  ),
  dateOfDeath: optional(dateSchema).describe(
    'Only with the outcome fatality. Neither before the event nor in the future, in the time zone of the event, ' +
      'nor before absenceStartDate and returnToWorkDate.',
  ),
  timeStartedWork: optional(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)).describe('HH:mm'),
  osha: optional(oshaSchema),
  riddor: optional(riddorSchema),
  propertyDamage: optional(propertyDamageSchema),
  environmental: optional(environmentalSchema),
};

/** One consequence of an event, or one injured person. */
export const saveEventGroupSchema = z
  .strictObject({
    id: idSchema
      .optional()
      .describe(
        'Of a group that there is already; a group without it is a new one. Without personnel.sensitive required ' +
          'while the body misses a group of the event. A new event gives each group an id of its own.',
      ),
    ...group,
    personType: z
      .enum(personTypes)
      .nullish()
      .describe('Absent: employee with personInjuredPersonnelId, else null.'),
  })
  .meta({ id: 'EventGroupWrite' });
export type SaveEventGroup = z.infer<typeof saveEventGroupSchema>;

export interface EventGroup extends Omit<SaveEventGroup, 'id' | 'personType'> {
  id: string;
  personType: (typeof personTypes)[number] | null;
}

const readable = withoutRules(z.strictObject(group)) as z.ZodObject;
export const eventGroupSchema = z
  .object({ id: idSchema, ...readable.shape, personType: z.enum(personTypes).nullable() })
  .meta({
    id: 'EventGroup',
  }) as unknown as z.ZodType<EventGroup, EventGroup>;
