import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { currencySchema } from '../http/iso-codes.js';
import { commaSeparated, idsQuery, listQuery, placeQuery, queryFlag } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { httpsUrl, line, optional, paragraph } from '../http/text.js';
import { dateTimeSchema, timestampSchema, timeZoneSchema } from '../http/time.js';
import { lostByStep, requiredForStep, type TransitionTable, transitionSchema } from '../http/transitions.js';
import { classRules } from './class-rules.js';

export const classStatuses = ['scheduled', 'inProgress', 'completed', 'cancelled'] as const;
export type ClassStatus = (typeof classStatuses)[number];

/** The statuses of a class that is yet to end. */
export const openClassStatuses = ['scheduled', 'inProgress'] as const satisfies ClassStatus[];
export const isOpenClass = (status: ClassStatus): boolean =>
  (openClassStatuses as readonly ClassStatus[]).includes(status);

const MAX_CAPACITY = 1000;
const places = z.int().min(1).max(MAX_CAPACITY);

const writable = {
  courseId: idSchema.describe(
    'Of a course that is not retired. Fixed once anybody was enrolled or waited, or a training record names ' +
      'the class.',
  ),
  title: optional(line(200)).describe('Default: the name of the course.'),
  orgStructureId: optional(idSchema).describe(
    'One where the caller holds `training.write`; null: for the whole company, and takes it in all of it.',
  ),
  locationDescription: optional(line(500)),
  meetingUrl: optional(httpsUrl),
  startAt: dateTimeSchema.describe('While students have results, not put off to the future.'),
  endAt: dateTimeSchema.describe('After startAt.'),
  timeZone: timeZoneSchema,
  instructorPersonnelId: optional(idSchema).describe('At most one instructor is named.'),
  instructorAssociateId: optional(idSchema),
  instructorName: optional(line(200)),
  capacity: optional(places).describe('null: without limit. Not below those who are enrolled.'),
  minimumStudents: optional(places).describe('Not above the capacity.'),
  enrolmentDeadline: optional(dateTimeSchema).describe('Not after endAt.'),
  cost: optional(z.number().min(0).max(1_000_000_000)),
  currency: optional(currencySchema).describe('ISO 4217; required with a cost.'),
};

const readOnly = {
  orgStructurePath: z.string().nullable().describe('Names from the root down, joined by " / ".'),
  status: z.enum(classStatuses),
  enrolledCount: z.int().describe('Students who have a seat.'),
  waitlistedCount: z.int(),
  cancelledReason: z.string().nullable(),
};

const shape = resource('Class', writable, readOnly);
/** Stored instants are dates; the response writes them. */
export const classSchema = shape
  .extend({
    title: z.string(),
    startAt: timestampSchema,
    endAt: timestampSchema,
    enrolmentDeadline: timestampSchema.nullable(),
  })
  .meta({ id: 'Class' });

export const saveClassSchema = saved('SaveClass', writable, readOnly).superRefine(classRules);
export type SaveClass = z.infer<typeof saveClassSchema>;

export const classTransitions = {
  start: { from: ['scheduled'], to: 'inProgress' },
  complete: { from: ['inProgress', 'completed'], to: 'completed' },
  cancel: { from: ['scheduled', 'inProgress'], to: 'cancelled' },
  reinstate: { from: ['cancelled'], to: 'scheduled' },
} as const satisfies TransitionTable<string, ClassStatus>;
export type ClassTransitionName = keyof typeof classTransitions;

export const classTransitionSchema = transitionSchema(
  'ClassTransition',
  classTransitions,
  { reason: optional(paragraph(2000)).describe('Required by cancel, and refused with other steps.') },
  {
    reinstate: ', before startAt',
  },
).superRefine(({ transition, reason }, context) => {
  if (transition === 'cancel' && reason === null) context.addIssue(requiredForStep('reason'));
  if (transition !== 'cancel' && reason !== null)
    context.addIssue(lostByStep('reason', 'Only a cancellation says it.'));
});
export type ClassTransition = z.infer<typeof classTransitionSchema>;

export const listClassesSchema = listQuery({
  sort: ['startAt', 'createdAt', 'modifiedAt'],
  defaultSort: 'startAt',
  search: ['title', 'locationDescription', 'instructorName'],
  filters: {
    courseId: idsQuery,
    ...placeQuery,
    status: commaSeparated(z.enum(classStatuses)).optional(),
    startFrom: dateTimeSchema.optional().describe('At or after.'),
    startTo: dateTimeSchema.optional().describe('Before.'),
    hasPlaces: queryFlag
      .optional()
      .describe(
        'Whether a seat is free to be taken; none is of a class that is completed or cancelled, or past its enrolmentDeadline.',
      ),
    instructorPersonnelId: idsQuery,
  },
});
export type ListClasses = z.infer<typeof listClassesSchema>;
