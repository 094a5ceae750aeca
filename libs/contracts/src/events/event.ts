import { z } from 'zod';
import { idList, idSchema } from '../http/id.js';
import { resource, saved } from '../http/resource.js';
import { tagsSchema } from '../http/tags.js';
import { line, optional, paragraph } from '../http/text.js';
import { dateTimeSchema, timestampSchema, timeZoneSchema } from '../http/time.js';

import {
  causeCategories,
  eventStatuses,
  eventTypes,
  investigationMethods,
  severities,
} from './event-enums.js';
import { eventGroupSchema, saveEventGroupSchema } from './event-group.js';
import { eventRules } from './event-rules.js';
import { riddorCategories } from './regulatory-forms.js';

const witnessSchema = z.strictObject({
  personnelId: optional(idSchema).describe('Exactly one of personnelId, associateId and name.'),
  associateId: optional(idSchema),
  name: optional(line(200)),
  contact: optional(line(200)),
  statement: optional(paragraph(8000)),
});

const instant = dateTimeSchema.transform((given) => given.toISOString());

const investigationSchema = z.strictObject({
  leadUserId: idSchema,
  teamUserIds: idList(20).default([]),
  method: z.enum(investigationMethods),
  startedAt: instant,
  completedAt: optional(instant).describe(
    'Not before startedAt. At most five minutes from now, unless it stays as it is.',
  ),
  immediateCauses: z.array(line(500)).max(20).default([]),
  rootCauses: z
    .array(z.strictObject({ category: z.enum(causeCategories), description: paragraph(1000) }))
    .max(20)
    .default([]),
  findings: optional(paragraph(8000)),
});
export type Investigation = z.infer<typeof investigationSchema>;
export type Witness = z.infer<typeof witnessSchema>;

const writable = {
  title: line(200),
  description: paragraph(8000),
  eventType: z.enum(eventTypes),
  actualSeverity: z.enum(severities),
  potentialSeverity: optional(z.enum(severities)),
  occurredTimeUnknown: z.boolean().default(false).describe('Of occurredAt only the day is known.'),
  orgStructureId: idSchema.describe(
    'An active org structure that the caller can see, and where the permission of the write counts, as where it ' +
      'was. A move may be refused that gives the caller `events.approve`, `events.archive` or `personnel.sensitive` there.',
  ),
  locationDescription: optional(line(500)),
  latitude: optional(z.number().min(-90).max(90)).describe(
    'Degrees; both of latitude and longitude, or none.',
  ),
  longitude: optional(z.number().min(-180).max(180)),
  activityAtTime: optional(line(500)),
  equipmentInvolved: optional(line(500)),
  substanceInvolved: optional(line(500)),
  immediateActionTaken: optional(paragraph(4000)),
  witnesses: z.array(witnessSchema).max(50).default([]),
  investigation: optional(investigationSchema).describe(
    'Required in a change of an event that was approved with one.',
  ),
  relatedHazardIds: idList(20).default([]),
  tags: tagsSchema,
};

/** Members that are written in one form and read in another. */
const written = {
  occurredAt: dateTimeSchema.describe('At most five minutes from now.'),
  reportedByPersonnelId: idSchema
    .nullish()
    .describe('Absent: the personnel record of the caller, and in a change as it is. null names nobody.'),
  supervisorPersonnelId: idSchema
    .nullish()
    .describe(
      'Absent: the line manager of the injured person, where the caller may read that person. null names nobody.',
    ),
  timeZone: optional(timeZoneSchema).describe(
    'Default: of the org structure or the nearest one above that has one, else of the company.',
  ),
  reportedAt: optional(dateTimeSchema).describe(
    'Not in the future, nor before occurredAt. Default: the time of the request; a change leaves it as it is.',
  ),
  eventGroups: z
    .array(saveEventGroupSchema)
    .min(1)
    .max(50)
    .describe('One for each consequence or person. A change takes out those that it leaves out.'),
};
const read = {
  occurredAt: timestampSchema,
  reportedByPersonnelId: idSchema.nullable(),
  supervisorPersonnelId: idSchema.nullable(),
  timeZone: z.string(),
  reportedAt: timestampSchema,
  eventGroups: z.array(eventGroupSchema),
};

const readOnly = {
  reference: z
    .string()
    .describe('For example EVT-2026-000045: a series of its own for each company and year.'),
  orgStructurePath: z.string().describe('Names from the root down, as they are now, joined by " / ".'),
  status: z.enum(eventStatuses),
  statusComment: z.string().nullable().describe('Of the last transition.'),
  requireApproval: z.boolean().describe('Whether it waits for approval or for changes.'),
  hasPendingRevision: z
    .boolean()
    .describe('Whether an approved event has a newer revision that is not approved yet.'),
  regulatory: z
    .object({
      oshaRecordable: z.boolean().nullable(),
      riddorReportable: z.boolean().nullable(),
      riddorCategory: z.enum(riddorCategories).nullable(),
      reportDueAt: timestampSchema
        .nullable()
        .describe(
          'The earliest time by which a report is due. One under RIDDOR is due until `riddor.reportedAt` of its group ' +
            'says that it was made.',
        ),
    })
    .describe(
      'Proposed from the groups; what a person has decided there counts instead. Without personnel.sensitive a ' +
        'member that medical detail decides is null, and a filter finds none of these.',
    ),
  lostDays: z.int().describe('Days away of all groups.'),
  openActionCount: z.int(),
  overdueActionCount: z.int(),
  redactedFields: z
    .array(z.string())
    .describe('JSON pointers of members that are null because the caller lacks personnel.sensitive.'),
};

/** The members of an event, by who writes and reads them. */
export const eventFields = { writable, written, readOnly, read };

export const eventSchema = resource('Event', writable, { ...readOnly, ...read });
/** The members that answers with approval data have beside; a body that was read there is taken back. */
const ignored = { ...readOnly, approval: z.unknown(), action: z.unknown() };

export const saveEventSchema = saved('EventWrite', { ...writable, ...written }, ignored).superRefine(
  eventRules,
);
export const addEventSchema = saved('EventAdd', { ...writable, ...written }, ignored, {
  id: 'byClient',
}).superRefine(eventRules);
export type AddEvent = z.infer<typeof addEventSchema>;
export type SaveEvent = Omit<AddEvent, 'id'>;
