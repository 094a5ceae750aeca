import { z } from 'zod';
import { idList, idSchema } from '../http/id.js';
import { commaSeparated, idsQuery, listQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { optional, paragraph } from '../http/text.js';
import { timestampSchema } from '../http/time.js';

export const studentStatuses = [
  'enrolled',
  'waitlisted',
  'attended',
  'passed',
  'failed',
  'noShow',
  'cancelled',
] as const;
export type StudentStatus = (typeof studentStatuses)[number];

/** The results with which a student's seat in a class ends. */
export const studentResults = ['attended', 'passed', 'failed', 'noShow'] as const;

const common = {
  classId: idSchema.describe('Fixed.'),
  personnelId: idSchema.describe('Fixed. Once in a class, cancelled ones aside.'),
  score: optional(z.number().min(0).max(100)).describe(
    'Where the course has a pass mark, it decides between passed and failed once the class has begun, and attended takes one too.',
  ),
  attendanceMinutes: optional(z.int().min(0).max(100_000)),
  feedback: optional(paragraph(8000)),
};

const readOnly = {
  enrolledAt: timestampSchema.describe('When the seat, or the turn on the waiting list, was given.'),
  trainingRecordId: z.string().meta({ format: 'uuid' }).nullable(),
};

const status = z.enum(studentStatuses);
const cancelledReason = optional(paragraph(2000));

export const studentSchema = resource('Student', { ...common, status, cancelledReason }, readOnly);

export const enrolStudentSchema = saved(
  'EnrolStudent',
  {
    ...common,
    status: z
      .enum(['enrolled', 'waitlisted'])
      .default('enrolled')
      .describe('waitlisted: wait when the class is full; a free seat is given at once.'),
    waitlistIfFull: z.boolean().default(false).describe('The same as the status waitlisted.'),
  },
  { ...readOnly, cancelledReason },
);
export type EnrolStudent = z.infer<typeof enrolStudentSchema>;

export const saveStudentSchema = saved(
  'SaveStudent',
  {
    ...common,
    status: status
      .optional()
      .describe(
        'Absent: stays. A result is given once the class has begun, and stays once the class is completed. Beside a result, not one that the unchanged score contradicts.',
      ),
    cancelledReason: cancelledReason.describe('With the status cancelled alone.'),
  },
  readOnly,
);
export type SaveStudent = z.infer<typeof saveStudentSchema>;

const MAX_AT_ONCE = 200;

export const enrolStudentsSchema = z
  .strictObject({
    personnelIds: idList(MAX_AT_ONCE).min(1),
    waitlistIfFull: z.boolean().default(false),
  })
  .meta({ id: 'EnrolStudents' });
export type EnrolStudents = z.infer<typeof enrolStudentsSchema>;

/** The result of each person, in the order of the request. */
export const enrolledStudentsSchema = z
  .array(
    z.object({
      personnelId: z.string().meta({ format: 'uuid' }),
      status: z.enum(['enrolled', 'waitlisted']).nullable().describe('null: not placed by this request.'),
      studentId: z
        .string()
        .meta({ format: 'uuid' })
        .nullable()
        .describe('With already-enrolled the student who is there; null for callers who may not read it.'),
      error: z
        .object({ code: z.string(), detail: z.string() })
        .nullable()
        .describe(
          'not-found, archived-reference, already-enrolled, class-full, invalid-state (the person has left), prerequisite-missing or ' +
            'permission-denied.',
        ),
    }),
  )
  .meta({ id: 'EnrolledStudents' });

const statuses = commaSeparated(status)
  .optional()
  .describe('cancelled shows cancelled students, which are archived, without includeArchived.');

export const listStudentsSchema = listQuery({
  sort: ['enrolledAt', 'createdAt', 'modifiedAt'],
  defaultSort: 'enrolledAt',
  search: ['feedback'],
  filters: { classId: idsQuery, courseId: idsQuery, personnelId: idsQuery, status: statuses },
});
export type ListStudents = z.infer<typeof listStudentsSchema>;

export const listStudentsOfClassSchema = listQuery({
  sort: ['enrolledAt', 'createdAt', 'modifiedAt'],
  defaultSort: 'enrolledAt',
  search: ['feedback'],
  filters: { personnelId: idsQuery, status: statuses },
});
export type ListStudentsOfClass = z.infer<typeof listStudentsOfClassSchema>;
