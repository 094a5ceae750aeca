import { z } from 'zod';
import { idOrMeSchema } from '../http/id.js';
import { commaSeparated } from '../http/list.js';
import { dateTimeSchema } from '../http/time.js';
import { approvalStates } from './approval.js';

/** Whether a record waits for approval or for changes. */
export const requireApprovalFilter = commaSeparated(z.enum(['true', 'false'])).optional();

/** The statuses that a list may be asked for. */
export const statusFilter = <Status extends string>(statuses: readonly [Status, ...Status[]]) => ({
  status: commaSeparated(z.enum(statuses)).optional(),
});

/** The parameters that lists of approval data have beside those of their records. */
export const approvalFilters = {
  requireApproval: requireApprovalFilter,
  approvalState: commaSeparated(z.enum(approvalStates)).optional(),
  approverUserId: commaSeparated(idOrMeSchema)
    .optional()
    .describe('Asked to decide: by name, or as an event manager of the place. `me` is the caller.'),
  submittedFrom: dateTimeSchema.optional().describe('At or after.'),
  submittedTo: dateTimeSchema.optional().describe('Before.'),
};
