import { z } from 'zod';
import { actionSchema } from '../actions/action.js';
import { approvalSchema } from '../approvals/approval.js';
import { resource } from '../http/resource.js';
import { eventFields } from './event.js';

const { writable, readOnly, read } = eventFields;

/** An event as it is worked on, with its approval and its actions. */
export const eventApprovalDataSchema = resource('EventApprovalData', writable, {
  ...readOnly,
  ...read,
  approval: approvalSchema,
  action: z
    .object({
      total: z.int(),
      open: z.int(),
      overdue: z.int(),
      items: z.array(actionSchema),
    })
    .describe('The actions of the event, and how many there are.'),
});
