import { z } from 'zod';
import { riskBands } from '../accounts/risk-bands.js';
import { idSchema } from '../http/id.js';
import { commaSeparated, listQuery, queryFlag } from '../http/list.js';
import { line } from '../http/text.js';
import { dateSchema, dateTimeSchema } from '../http/time.js';
import { hazardTypes } from './hazard-enums.js';

const ids = commaSeparated(idSchema).optional();

export const listHazardsSchema = listQuery({
  sort: ['identifiedAt', 'modifiedAt', 'createdAt', 'reference', 'riskScore', 'dueDate'],
  defaultSort: '-identifiedAt',
  filters: {
    status: commaSeparated(z.enum(['approved', 'closed'])).optional(),
    hazardType: commaSeparated(z.enum(hazardTypes)).optional(),
    band: commaSeparated(z.enum(riskBands))
      .optional()
      .describe(
        'Of the residual risk or, where that is not assessed, the initial one; riskScore sorts by the same.',
      ),
    orgStructureId: ids,
    includeDescendants: queryFlag
      .default(true)
      .describe('Whether orgStructureId also means the places below.'),
    responsiblePersonnelId: ids,
    reportedByPersonnelId: ids,
    identifiedFrom: dateTimeSchema.optional().describe('At or after.'),
    identifiedTo: dateTimeSchema.optional().describe('Before.'),
    dueFrom: dateSchema.optional().describe('On or after.'),
    dueTo: dateSchema.optional().describe('Before.'),
    tag: commaSeparated(line(50)).optional().describe('Has any of these tags, written exactly so.'),
  },
});
export type ListHazards = z.infer<typeof listHazardsSchema>;
