import { z } from 'zod';
import { idList, idSchema } from '../http/id.js';
import { commaSeparated, idsQuery, listQuery, queryFlag } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { line, optional } from '../http/text.js';
import { dateSchema } from '../http/time.js';

export const trainingResults = ['passed', 'failed', 'attended', 'exempt'] as const;
export const expirySources = ['course', 'certificate', 'manual'] as const;
export const recordSources = ['class', 'manual', 'import', 'lms', 'xapi'] as const;

/** The evidence stays as it is. */
const evidence = {
  personnelId: idSchema,
  courseId: idSchema,
  classId: optional(idSchema).describe('Of the same course.'),
  studentId: optional(idSchema).describe('Of the same person and class.'),
  completedOn: dateSchema.describe('Not after today in the time zone of the company.'),
  result: z
    .enum(trainingResults)
    .describe(
      'Not passed or attended with a score below the pass mark of the course, nor failed with another.',
    ),
  score: optional(z.number().min(0).max(100)),
  source: z.enum(['manual', 'import', 'lms', 'xapi']).default('manual').describe('class: by its completion.'),
  xapiStatementId: optional(idSchema).describe('Unique.'),
};

const changeable = {
  expiresOn: optional(dateSchema).describe(
    'The last day on which it counts. Default: completedOn and the validity of the course; it may be earlier, and ' +
      'with expirySource certificate anything from completedOn on. A failed one has none.',
  ),
  expirySource: z
    .enum(expirySources)
    .optional()
    .describe(
      'certificate stays, and requires expiresOn. Otherwise it follows from expiresOn, whether course, manual or nothing is sent: course for the default, manual for another day.',
    ),
  certificateNumber: optional(line(100)),
  issuer: optional(line(200)),
  attachmentIds: idList(20).default([]),
};

const readOnly = {
  source: z.enum(recordSources),
  expirySource: z.enum(expirySources),
  voided: z.boolean().describe('Voided by DELETE: kept, and left out of standings.'),
  voidReason: z.string().nullable(),
};

export const trainingRecordSchema = resource('TrainingRecord', { ...evidence, ...changeable }, {})
  .extend(readOnly)
  .meta({ id: 'TrainingRecord' });

const voiding = { voided: readOnly.voided, voidReason: readOnly.voidReason };

export const saveTrainingRecordSchema = saved('SaveTrainingRecord', { ...evidence, ...changeable }, voiding);
export type SaveTrainingRecord = z.infer<typeof saveTrainingRecordSchema>;

/** The members that never change. A request may repeat them; another value is refused. */
export const evidenceMembers = Object.keys(evidence) as (keyof typeof evidence)[];

export const changeTrainingRecordSchema = saved(
  'ChangeTrainingRecord',
  changeable,
  { ...evidence, ...voiding },
  { externalId: 'stays' },
);
export type ChangeTrainingRecord = z.infer<typeof changeTrainingRecordSchema>;

export const voidTrainingRecordSchema = z.strictObject({
  reason: line(500).optional().describe('Kept as voidReason.'),
});
export type VoidTrainingRecord = z.infer<typeof voidTrainingRecordSchema>;

export const listTrainingRecordsSchema = listQuery({
  sort: ['completedOn', 'expiresOn', 'modifiedAt'],
  defaultSort: '-completedOn',
  search: ['certificateNumber', 'issuer'],
  filters: {
    personnelId: idsQuery,
    courseId: idsQuery,
    classId: idsQuery,
    result: commaSeparated(z.enum(trainingResults)).optional(),
    source: commaSeparated(z.enum(recordSources)).optional(),
    completedFrom: dateSchema.optional().describe('On or after.'),
    completedTo: dateSchema.optional().describe('Before.'),
    expiresFrom: dateSchema.optional().describe('On or after.'),
    expiresTo: dateSchema.optional().describe('Before.'),
    voided: queryFlag
      .optional()
      .describe('true shows voided ones, which are archived, without includeArchived.'),
  },
});
export type ListTrainingRecords = z.infer<typeof listTrainingRecordsSchema>;
