import { z } from 'zod';
import { idOrMeSchema } from '../http/id.js';
import { commaSeparated, idsQuery, listQuery, placeQuery, queryFlag } from '../http/list.js';
import { dateSchema } from '../http/time.js';
import { actionPriorities, actionSources, actionStatuses } from './action-enums.js';

export const listActionsSchema = listQuery({
  sort: ['dueDate', 'priority', 'modifiedAt'],
  defaultSort: 'dueDate',
  sortTerms: 'priority is sorted by urgency: -priority has critical first.',
  search: ['title', 'description', 'reference'],
  filters: {
    status: commaSeparated(z.enum(actionStatuses)).optional(),
    overdue: queryFlag.optional().describe('Whether it is open or in progress after dueDate.'),
    priority: commaSeparated(z.enum(actionPriorities)).optional(),
    assigneePersonnelId: idsQuery,
    assigneeUserId: commaSeparated(idOrMeSchema)
      .optional()
      .describe('`me` is the caller, also by the personnel record of the caller.'),
    sourceType: commaSeparated(z.enum(actionSources)).optional(),
    sourceId: idsQuery,
    ...placeQuery,
    dueFrom: dateSchema.optional().describe('On or after.'),
    dueTo: dateSchema.optional().describe('Before.'),
  },
});
export type ListActions = z.infer<typeof listActionsSchema>;
