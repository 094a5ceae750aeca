import { z } from 'zod';
import { idList, idSchema } from '../http/id.js';
import { commaSeparated, listQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { httpsUrl, languageTag, line, optional, paragraph } from '../http/text.js';
import { type TransitionTable, transitionSchema } from '../http/transitions.js';

export const courseCategories = [
  'induction',
  'firstAid',
  'fire',
  'manualHandling',
  'workAtHeight',
  'machinery',
  'chemicals',
  'electrical',
  'confinedSpace',
  'driving',
  'leadership',
  'wellbeing',
  'other',
] as const;
export const deliveryMethods = ['classroom', 'online', 'onTheJob', 'blended', 'external'] as const;
export const courseStatuses = ['draft', 'active', 'retired'] as const;

const otherCourses = 'Not the course itself, nor an archived one unless it is named already';

const writable = {
  code: line(50).describe('Unique in the company, archived courses included, whatever its case.'),
  name: line(200),
  description: optional(paragraph(8000)),
  category: z.enum(courseCategories),
  deliveryMethod: z.enum(deliveryMethods),
  durationMinutes: optional(z.int().min(1).max(100_000)),
  validityMonths: optional(z.int().min(1).max(120)).describe(
    'How long a pass counts, and a record of an equivalent course or of the refresher that has no `expiresOn`; ' +
      'null: without end. A change counts at once for those, and not for passes of the course itself, which keep ' +
      'their `expiresOn`.',
  ),
  expiryWarningDays: z.int().min(0).max(365).default(30),
  passMark: optional(z.number().min(0).max(100)),
  prerequisiteCourseIds: idList(10)
    .default([])
    .describe(`What a person needs before a class. ${otherCourses}, and none that needs this course first.`),
  refresherCourseId: optional(idSchema).describe(`A course that renews a pass of this one. ${otherCourses}.`),
  equivalentCourseIds: idList(10).default([]).describe(`Courses that count as this one. ${otherCourses}.`),
  provider: optional(line(200)),
  language: optional(languageTag).describe('BCP 47.'),
  contentUrl: optional(httpsUrl),
};

const statistics = z
  .object({
    upcomingClassCount: z.int().describe('Classes that are scheduled or in progress.'),
    enrolledCount: z.int().describe('Students who have a seat in one of them.'),
    recordCount: z.int().describe('Training records, voided and failed ones aside.'),
    personCount: z.int().describe('People who have at least one of those records.'),
    lastCompletedOn: z.string().meta({ format: 'date' }).nullable(),
  })
  .describe('Of the org structures where the caller may read. In lists null without include=statistics.');

const readOnly = { status: z.enum(courseStatuses), statistics: statistics.nullable() };

export const courseSchema = resource('Course', writable, readOnly);
export const saveCourseSchema = saved('SaveCourse', writable, readOnly);
export type SaveCourse = z.infer<typeof saveCourseSchema>;

export const courseTransitions = {
  publish: { from: ['draft'], to: 'active' },
  retire: { from: ['active'], to: 'retired' },
  reactivate: { from: ['retired'], to: 'active' },
} as const satisfies TransitionTable<string, (typeof courseStatuses)[number]>;
export const courseTransitionSchema = transitionSchema('CourseTransition', courseTransitions);

export const listCoursesSchema = listQuery({
  sort: ['name', 'code', 'createdAt', 'modifiedAt'],
  defaultSort: 'name',
  search: ['name', 'code'],
  filters: {
    status: commaSeparated(z.enum(courseStatuses)).optional(),
    category: commaSeparated(z.enum(courseCategories)).optional(),
    deliveryMethod: commaSeparated(z.enum(deliveryMethods)).optional(),
    include: z.enum(['statistics']).optional().describe('Fills the statistics of each course.'),
  },
});
export type ListCourses = z.infer<typeof listCoursesSchema>;
export type CourseStatistics = z.infer<typeof statistics>;
