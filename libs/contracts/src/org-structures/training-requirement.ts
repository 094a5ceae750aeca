import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { commaSeparated, cursorQuery, pageOf, queryFlag, queryInteger } from '../http/list.js';
import { onlyOnce } from '../http/only-once.js';
import { readOnlyMembers } from '../http/resource.js';
import { line } from '../http/text.js';
import { dateSchema } from '../http/time.js';

export const requirementKinds = ['mandatory', 'recommended'] as const;

const writable = {
  courseId: idSchema,
  requirement: z.enum(requirementKinds).default('mandatory'),
  jobTitles: z
    .array(line(150))
    .max(50)
    .default([])
    .describe('Whom it concerns, whatever the case of the title; empty: everyone there.'),
  graceDays: z
    .int()
    .min(0)
    .max(365)
    .default(0)
    .describe(
      'Days from the later of those on which the requirement took effect and began to concern the person. ' +
        'Another job or org structure to which it applies too begins nothing anew. Nor does another list of ' +
        'jobTitles: whom it adds counts from effectiveFrom.',
    ),
  effectiveFrom: dateSchema
    .optional()
    .describe(
      'Absent: as it was, where the item required the course before; else today, in the time zone of the company. ' +
        'A course that was recommended and becomes mandatory begins anew. A day that is given counts: with one that ' +
        'is past, such as that of the recommendation, whoever lacks the course can be overdue at once.',
    ),
};

const readOnly = {
  courseName: z.string(),
  validityMonths: z.int().nullable().describe('Of the course: how long a pass counts; null: without end.'),
  inherited: z.boolean().describe('Whether it comes from an item above in the tree.'),
  inheritedFromItemId: idSchema.nullable(),
  orgStructureIds: z
    .array(idSchema)
    .describe(
      'The placements of the item where it counts, a hundred of them at most; `orgStructureId` asks of each ' +
        'other one. An item in several branches inherits of each another.',
    ),
  orgStructureCount: z.int().describe('How many placements these are.'),
};

/** A course that an item requires, as it is kept. */
export interface StoredRequirement {
  courseId: string;
  requirement: (typeof requirementKinds)[number];
  jobTitles: string[];
  graceDays: number;
  effectiveFrom: string;
}

export const trainingRequirementSchema = z
  .object({
    courseId: writable.courseId,
    requirement: z.enum(requirementKinds),
    jobTitles: z.array(z.string()),
    graceDays: z.int(),
    effectiveFrom: z.string().meta({ format: 'date' }),
    ...readOnly,
  })
  .meta({ id: 'TrainingRequirement' });
export type TrainingRequirement = z.input<typeof trainingRequirementSchema>;

export const trainingRequirementsSchema = pageOf(trainingRequirementSchema, {
  asOf: 'When the requirements were read.',
});

const saved = z.strictObject({
  ...writable,
  ...readOnlyMembers(Object.keys(readOnly)),
  // not read-only: a generated client leaves such members out, and what is inherited would become own
  inherited: z
    .boolean()
    .optional()
    .describe('As it was read; with true the item inherits the requirement, and it is left out here.'),
});

/** Whether the item itself requires it: others are in a body that was read with what the item inherits. */
export const isOwnRequirement = ({ inherited }: z.infer<typeof saved>): boolean => inherited !== true;

const MOST_OWN = 200;
/** With what the item inherits at all of its placements, of which a list may tell in several pages. */
const MOST_SENT = 2_000;

/** The body of `PUT …/trainingrequired`: all courses that the item itself requires from now on. */
export const saveTrainingRequirementsSchema = z
  .strictObject({
    requirements: onlyOnce(
      z
        .array(saved)
        .max(MOST_SENT)
        .refine((list) => list.filter(isOwnRequirement).length <= MOST_OWN, {
          error: `The item itself requires at most ${MOST_OWN} courses.`,
          params: { code: 'too-long' },
        }),
      'a course',
      (one) => (isOwnRequirement(one) ? one.courseId : one),
    ),
  })
  .meta({ id: 'SaveTrainingRequirements' });
export type SaveTrainingRequirements = z.infer<typeof saveTrainingRequirementsSchema>;

export const listTrainingRequirementsSchema = z.strictObject({
  includeInherited: queryFlag.default(true).describe('Whether those of the items above count too.'),
  requirement: commaSeparated(z.enum(requirementKinds)).optional().describe('Only those of this kind.'),
  jobTitle: commaSeparated(line(150))
    .optional()
    .describe(
      'Only those that concern somebody of this title; a comma inside a title has a backslash before it.',
    ),
  orgStructureId: commaSeparated(idSchema)
    .optional()
    .describe('Only those that count at this placement of the item.'),
  limit: queryInteger(1, 200).default(200).describe('Requirements of one answer at most.'),
  cursor: cursorQuery.describe('The nextCursor of the page before; all other parameters as then.'),
});
export type ListTrainingRequirements = z.infer<typeof listTrainingRequirementsSchema>;
