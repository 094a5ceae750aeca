import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { cursorQuery, queryInteger } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { line, optional, paragraph } from '../http/text.js';
import { dateSchema } from '../http/time.js';

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

const writable = {
  orgStructureId: idSchema.describe('An active org structure where the caller holds `personnel.write`.'),
  jobTitle: line(150),
  employmentType: z.enum(employmentTypes),
  employmentStatus: z.enum(employmentStatuses),
  fte: z.number().min(0).max(1).default(1).describe('Full-time equivalent.'),
  lineManagerId: optional(idSchema).describe(
    'The line manager at the time, for information: `lineManagerId` of the person does not follow it.',
  ),
  reason: optional(z.enum(historyReasons)),
  note: optional(paragraph(1000)),
};

const effectiveDate = dateSchema.describe(
  'From when on it counts: not before the hire date, at most two years from today, once for each person.',
);

/** Members that change with a record; `changedFields` names them. */
export const historyFields = [
  'orgStructureId',
  'jobTitle',
  'employmentType',
  'employmentStatus',
  'fte',
  'lineManagerId',
] as const;

const readOnly = {
  personnelId: idSchema,
  endDate: z
    .string()
    .meta({ format: 'date' })
    .nullable()
    .describe('The day before the next record; null: the last one.'),
  isCurrent: z.boolean().describe('Whether it is in force today, in the time zone of the company.'),
  changedToRecordId: idSchema
    .nullable()
    .describe('The next record in the order of dates, which this one changed to; null: the last one.'),
  changedFields: z.array(z.enum(historyFields)).describe('What differs from the record before.'),
};

export const workHistorySchema = resource('WorkHistory', { effectiveDate, ...writable }, readOnly);
export type WorkHistory = z.input<typeof workHistorySchema>;

/** The first record of a person's work history; it takes effect on the hire date. */
export const initialHistorySchema = saved('InitialHistory', writable, readOnly);
export type InitialHistory = z.infer<typeof initialHistorySchema>;

export const addWorkHistorySchema = saved('AddWorkHistory', { effectiveDate, ...writable }, readOnly);
export type AddWorkHistory = z.infer<typeof addWorkHistorySchema>;

export const saveWorkHistorySchema = saved(
  'SaveWorkHistory',
  {
    effectiveDate: effectiveDate.optional().describe('Another date than the query has moves the record.'),
    ...writable,
  },
  readOnly,
);
export type SaveWorkHistory = z.infer<typeof saveWorkHistorySchema>;

/** The query that names one record by its date. */
export const historyDateSchema = z.strictObject({
  date: dateSchema.describe('The date from which on the record counts.'),
});
export type HistoryDate = z.infer<typeof historyDateSchema>;

/** The same for a write, whose body can name the date instead. */
export const changedHistoryDateSchema = z.strictObject({
  date: dateSchema.optional().describe('The record by its date; absent: the one of `effectiveDate`.'),
});
export type ChangedHistoryDate = z.infer<typeof changedHistoryDateSchema>;

export const listWorkHistorySchema = z.strictObject({
  limit: queryInteger(1, 200).default(50).describe('Records of one answer at most.'),
  cursor: cursorQuery.describe('The nextCursor of the page before.'),
  date: dateSchema.optional().describe('Only the record of this date.'),
  from: dateSchema.optional().describe('Records that count from this date on or later.'),
  to: dateSchema.optional().describe('Records that count from a date before this one.'),
});
export type ListWorkHistory = z.infer<typeof listWorkHistorySchema>;
