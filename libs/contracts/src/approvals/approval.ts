import { z } from 'zod';
import { fault } from '../http/fault.js';
import { idList, idSchema } from '../http/id.js';
import { readOnlyMember } from '../http/resource.js';
import { optional, paragraph } from '../http/text.js';
import { dateSchema, timestampSchema } from '../http/time.js';

export const approvalModes = ['none', 'queue', 'named'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export const approvalStates = [
  'notRequired',
  'draft',
  'pending',
  'changesRequested',
  'approved',
  'rejected',
  'withdrawn',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** The statuses of a record that waits for approval or for changes: it does not count as it stands. */
export const flaggedStatuses = ['pendingApproval', 'changesRequested'] as const;

export const approvalDecisions = ['approve', 'reject', 'requestChanges'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

const decisionSchema = z
  .object({
    userId: idSchema.nullable().describe('null: the reporter of an anonymous record.'),
    decision: z.enum(approvalDecisions),
    comment: z.string().nullable(),
    decidedAt: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'ApprovalDecision' });

/** The approval of a record as it is read. */
export const approvalSchema = z
  .object({
    mode: z
      .enum(approvalModes)
      .describe(
        'none: no approval is needed. queue: every event manager of the place is asked. named: only approverUserIds, ' +
          'as long as enough of them may decide.',
      ),
    state: z.enum(approvalStates),
    submittedAt: timestampSchema.nullable(),
    submittedByUserId: idSchema.nullable(),
    approverUserIds: z
      .array(idSchema)
      .describe('The named approvers. In a queue the default approvers, where no event manager is.'),
    requiredApprovals: z.int(),
    dueDate: z.string().meta({ format: 'date' }).nullable(),
    overdue: z.boolean().describe('Still pending after dueDate, in the time zone of the company.'),
    comment: z.string().nullable().describe('Of the submission.'),
    decisions: z.array(decisionSchema).describe('The oldest first; those of earlier submissions stay.'),
  })
  .meta({ id: 'Approval' });

/** The approval in a request; the members that only answers have are accepted and dropped. */
export const saveApprovalSchema = <Step extends string>(name: string, steps: readonly [Step, ...Step[]]) =>
  z
    .strictObject({
      step: z.enum(steps).default('submit' as never),
      approverUserIds: optional(idList(10)).describe(
        'Event managers of the place. null, none, or those that a queue shows: every event manager of the place is ' +
          'asked.',
      ),
      requiredApprovals: z
        .int()
        .min(1)
        .max(5)
        .default(1)
        .describe(
          'At most as many as are asked. The submitter and the authors count only where the company allows self-approval.',
        ),
      dueDate: optional(dateSchema),
      comment: optional(paragraph(2000)).describe('Required to reject and to request changes.'),
      mode: readOnlyMember,
      state: readOnlyMember,
      submittedAt: readOnlyMember,
      submittedByUserId: readOnlyMember,
      overdue: readOnlyMember,
      decisions: readOnlyMember,
    })
    .superRefine(({ step, comment }, context) => {
      const needed = step === 'reject' || step === 'requestChanges';
      if (needed && comment === null)
        context.addIssue(fault(['comment'], 'required', 'Is required for this step.'));
    })
    .transform(({ step, approverUserIds, requiredApprovals, dueDate, comment }) => ({
      step: step as Step,
      approverUserIds: approverUserIds ?? [],
      requiredApprovals,
      dueDate,
      comment,
    }))
    .prefault({})
    .meta({ id: name });

/** How a record is submitted. */
export interface Submission {
  approverUserIds: string[];
  requiredApprovals: number;
  dueDate: string | null;
  comment: string | null;
}
