import type { z } from 'zod';
import { type StepTable, startsOf } from '../approvals/steps.js';
import { optional, paragraph } from '../http/text.js';
import { transitionSchema } from '../http/transitions.js';
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

const withComment: readonly EventStep[] = ['reject', 'requestChanges', 'reopen'];

export const eventTransitionSchema = transitionSchema<
  EventStep,
  EventStatus,
  { comment: z.ZodDefault<z.ZodNullable<ReturnType<typeof paragraph>>> }
>('EventTransition', startsOf(eventSteps), {
  comment: optional(paragraph(2000)).describe('Required to reject, to request changes and to reopen.'),
}).superRefine(({ transition, comment }, context) => {
  if (!withComment.includes(transition) || comment !== null) return;
  context.addIssue({
    code: 'custom',
    path: ['comment'],
    message: 'Is required for this transition.',
    params: { code: 'required' },
  });
});
export type EventTransition = z.infer<typeof eventTransitionSchema>;
