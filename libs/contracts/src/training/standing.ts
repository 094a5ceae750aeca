import { z } from 'zod';
import { fault } from '../http/fault.js';
import { idSchema } from '../http/id.js';
import { commaSeparated, idsQuery, listQuery, placeQuery } from '../http/list.js';
import { readOnlyMembers, recordFields } from '../http/resource.js';
import { optional, paragraph } from '../http/text.js';
import { dateSchema } from '../http/time.js';

/** The first that applies, in this order. */
export const standingStatuses = [
  'waived',
  'valid',
  'expiringSoon',
  'expired',
  'inProgress',
  'overdue',
  'required',
  'notRequired',
] as const;
export type StandingStatus = (typeof standingStatuses)[number];
export const standingRequirements = ['mandatory', 'recommended', 'none'] as const;

/** By a name of its own: generators would call it `TrainingRequirement`, which is another schema. */
const standingRequirementSchema = z
  .enum(standingRequirements)
  .meta({ id: 'StandingRequirement', description: 'mandatory: by an org structure item, or assigned.' });

const storedId = z.string().meta({ format: 'uuid' });
const date = z.string().meta({ format: 'date' });

/** How a person stands in a course, on the day of the answer in the time zone of the company. */
export const trainingSchema = z
  .object({
    ...recordFields,
    version: z
      .int()
      .describe(
        'Of the assignment and waiver; 0 before there is any. The rest follows from other rows and the day.',
      ),
    personnelId: storedId,
    personnelName: z.string(),
    courseId: storedId,
    courseName: z.string(),
    orgStructureId: storedId.nullable().describe('Where the person works.'),
    requirement: standingRequirementSchema,
    requiredBy: z
      .array(z.object({ itemId: storedId, itemName: z.string() }))
      .describe('The org structure items that require it, the nearest first.'),
    assigned: z.boolean(),
    assignedByUserId: storedId.nullable(),
    dueDate: date
      .nullable()
      .describe(
        'As set, else the later of the days on which the requirement took effect and began to concern the ' +
          'person. Another list of job titles begins nothing anew: whom it adds counts from effectiveFrom.',
      ),
    status: z.enum(standingStatuses).describe('The first that applies, in this order.'),
    lastRecordId: storedId
      .nullable()
      .describe('The good record that counts longest, of any course that counts.'),
    lastCompletedOn: date.nullable(),
    expiresOn: date.nullable(),
    daysToExpiry: z.int().nullable().describe('Negative once it has expired.'),
    waivedUntil: date.nullable(),
    waiverReason: z.string().nullable(),
    nextClassId: storedId.nullable().describe('The next class in which the person has a seat.'),
  })
  .meta({ id: 'Training' });

export const assignTrainingSchema = z
  .strictObject({
    personnelId: idSchema,
    courseId: idSchema.describe('Of a course that is not retired.'),
    dueDate: optional(dateSchema).describe(
      'null keeps one that was set before, where an org structure item requires or recommends the course. Where ' +
        'nothing asks for it any more, neither that nor a waiver is kept.',
    ),
  })
  .meta({ id: 'AssignTraining' });
export type AssignTraining = z.infer<typeof assignTrainingSchema>;

const writable = {
  dueDate: optional(dateSchema).describe(
    'Counts for this person and course until it is changed, also where another org structure comes to require it ' +
      'or the person returns.',
  ),
  waivedUntil: optional(dateSchema).describe(
    'The last day of the waiver, whatever comes to require the course until then; it needs a reason.',
  ),
  waiverReason: optional(paragraph(2000)),
};
const ignored = Object.keys(trainingSchema.shape).filter((member) => !(member in writable));

/** Read-only members are accepted and dropped, so that what was read can be sent back. */
export const saveTrainingSchema = z
  .strictObject({
    ...readOnlyMembers(ignored),
    ...writable,
  })
  .meta({ id: 'SaveTraining' })
  .superRefine(({ waivedUntil, waiverReason }, context) => {
    if ((waivedUntil === null) === (waiverReason === null)) return;
    const member = waivedUntil === null ? 'waivedUntil' : 'waiverReason';
    context.addIssue(fault([member], 'required', 'A waiver has a last day and a reason.'));
  });
export type SaveTraining = z.infer<z.ZodObject<typeof writable>>;

export const listTrainingSchema = listQuery({
  sort: ['personnelName', 'courseName', 'expiresOn', 'status'],
  defaultSort: 'personnelName',
  sortTerms: 'status is sorted as text, not by urgency.',
  search: ['personnelName', 'courseName', 'courseCode'],
  searchTerms: 'courseCode is the code of the course.',
  filters: {
    personnelId: idsQuery,
    courseId: idsQuery,
    ...placeQuery,
    status: commaSeparated(z.enum(standingStatuses)).optional(),
    requirement: commaSeparated(z.enum(standingRequirements)).optional(),
    expiresFrom: dateSchema.optional().describe('On or after.'),
    expiresTo: dateSchema.optional().describe('Before.'),
    lineManagerId: idsQuery,
  },
}).omit({ externalId: true });
export type ListTraining = z.infer<typeof listTrainingSchema>;
