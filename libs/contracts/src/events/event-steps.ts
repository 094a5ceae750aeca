import type { z } from 'zod';
import { type StepTable, startsOf } from '../approvals/steps.js';
import { optional, paragraph } from '../http/text.js';
import { requiredForStep, transitionSchema } from '../http/transitions.js';
import type { EventStatus } from './event-enums.js';

/** `POST /events/{id}/transitions`. */
export const eventSteps = {
  submit: {
    changesRequested: { to: 'pendingApproval', who: ['submitter', 'editor'] },
    rejected: { to: 'pendingApproval', who: ['submitter'] },
  },
  approve: { pendingApproval: { to: 'open', who: ['approver'] } },
  reject: { pendingApproval: { to: 'rejected', who: ['approver'] } },
  requestChanges: { pendingApproval: { to: 'changesRequested', who: ['approver'] } },
  startInvestigation: { open: { to: 'underInvestigation', who: ['editor'] } },
  completeInvestigation: { underInvestigation: { to: 'actionsPending', who: ['editor'] } },
  close: {
    open: { to: 'closed', who: ['approver'] },
    actionsPending: { to: 'closed', who: ['approver'] },
  },
  reopen: { closed: { to: 'underInvestigation', who: ['approver'] } },
} as const satisfies StepTable<string, EventStatus>;
export type EventStep = keyof typeof eventSteps;

const revision = { to: 'pendingApproval', who: ['editor'] } as const;
const submission = { to: 'pendingApproval', who: ['submitter', 'editor'] } as const;

/** `PUT /events/{id}/requireapproval`. */
export const eventFlagSteps = {
  requireApproval: {
    pendingApproval: submission,
    changesRequested: submission,
    rejected: { to: 'pendingApproval', who: ['submitter'] },
    open: revision,
    underInvestigation: revision,
    actionsPending: revision,
  },
} as const satisfies StepTable<string, EventStatus>;

/** Beyond the table: where a step of a revision leads, and what a step takes beside the status. */
const terms: Partial<Record<EventStep, string>> = {
  approve:
    ', or of a revision to the status that was approved last; where that is actionsPending and the ' +
    '`investigation` of the revision has no `completedAt`, to underInvestigation; of an injury that has its ' +
    '`natureOfInjury`',
  reject: ', or of a revision back to what was approved last, with its status',
  completeInvestigation:
    ', or to closed where no action is open or in progress and none keeps it from being closed; of an event ' +
    'that has an `investigation`',
  startInvestigation: ', by a service client of an event that has an `investigation` alone',
  reopen: ', by a service client of an event that has an `investigation` alone',
  close:
    ', without mandatory actions that are open, in progress, or completed and wait for the verifier whom they ' +
    'name; from open nearMiss and observation alone, and of a major or catastrophic `actualSeverity` or ' +
    '`potentialSeverity` once `investigation.completedAt` is set',
};

const withComment: readonly EventStep[] = ['reject', 'requestChanges', 'reopen'];

export const eventTransitionSchema = transitionSchema<
  EventStep,
  EventStatus,
  { comment: z.ZodDefault<z.ZodNullable<ReturnType<typeof paragraph>>> }
>(
  'EventTransition',
  startsOf(eventSteps),
  { comment: optional(paragraph(2000)).describe('Required to reject, to request changes and to reopen.') },
  terms,
).superRefine(({ transition, comment }, context) => {
  if (withComment.includes(transition) && comment === null) context.addIssue(requiredForStep('comment'));
});
export type EventTransition = z.infer<typeof eventTransitionSchema>;
