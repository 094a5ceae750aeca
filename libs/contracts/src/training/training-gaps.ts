import { z } from 'zod';
import { commaSeparated, idsQuery, placeQuery } from '../http/list.js';
import { line } from '../http/text.js';
import { dateSchema } from '../http/time.js';
import { standingStatuses } from './standing.js';

const storedId = z.string().meta({ format: 'uuid' });
const date = z.string().meta({ format: 'date' });

export const gapGroups = ['person', 'course', 'orgStructure'] as const;

export const listGapsSchema = z.strictObject({
  ...placeQuery,
  orgStructureId: idsQuery.describe('Where people work.'),
  courseId: idsQuery,
  jobTitle: commaSeparated(line(150)).optional().describe('Of people, in any case.'),
  asOf: dateSchema
    .optional()
    .describe(
      'The day of the answer, by what is known now; default today. People count at the org structure, in the job ' +
        'and with the employment status of today on every day: work history of the future counts from its day on, ' +
        'and that of the past no more. Requirements, due dates, waivers, records and classes count by their days.',
    ),
  groupBy: z.enum(gapGroups).default('person').describe('What each row is of.'),
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe(
      'Decides alone, whatever `Accept` prefers. csv: a line for each cell, with the numbers of its row, in UTF-8 with a byte order mark.',
    ),
});
export type ListGaps = z.infer<typeof listGapsSchema>;

const gapRowSchema = z
  .object({
    key: storedId.describe('Of the person, course or org structure.'),
    name: z.string(),
    required: z.int().describe('Mandatory standings, waived ones aside.'),
    valid: z.int(),
    expiringSoon: z.int(),
    expired: z.int(),
    overdue: z.int(),
    compliancePercent: z
      .number()
      .describe(
        'How many of the required ones are valid or expiring soon, to one decimal; 100 when none is.',
      ),
    cells: z
      .array(
        z.object({
          courseId: storedId,
          status: z.enum(standingStatuses).describe('Of several people the worst.'),
          expiresOn: date.nullable().describe('Of several people the earliest.'),
        }),
      )
      .describe('A cell for each course that is mandatory in the row.'),
  })
  .meta({ id: 'TrainingGapRow' });
export type GapRow = z.infer<typeof gapRowSchema>;

/** How people stand in their mandatory training on a day, also those without a gap. */
export const trainingGapsSchema = z
  .object({ asOf: date, rows: z.array(gapRowSchema) })
  .meta({ id: 'TrainingGaps' });
export type TrainingGaps = z.infer<typeof trainingGapsSchema>;
