import { z } from 'zod';
import type { StepTable } from '../approvals/steps.js';
import { optional, paragraph } from '../http/text.js';
import { lostByStep, requiredForStep, type TransitionTable, transitionSchema } from '../http/transitions.js';
import { closureReasons, type HazardStatus } from './hazard-enums.js';

/** `approval.step` of `PUT /hazards/approval`. */
export const hazardSteps = {
  saveDraft: { draft: { to: 'draft', who: ['creator'] } },
  submit: {
    draft: { to: 'pendingApproval', who: ['creator'] },
    pendingApproval: { to: 'pendingApproval', who: ['submitter', 'editor'] },
    changesRequested: { to: 'pendingApproval', who: ['submitter', 'editor'] },
    rejected: { to: 'pendingApproval', who: ['submitter'] },
    approved: { to: 'pendingApproval', who: ['editor'] },
  },
  withdraw: { pendingApproval: { to: 'draft', who: ['submitter'] } },
  approve: { pendingApproval: { to: 'approved', who: ['approver'] } },
  reject: { pendingApproval: { to: 'rejected', who: ['approver'] } },
  requestChanges: { pendingApproval: { to: 'changesRequested', who: ['approver'] } },
} as const satisfies StepTable<string, HazardStatus>;
export type HazardStep = keyof typeof hazardSteps;

const { draft: _, ...submissions } = hazardSteps.submit;

/** `PUT /hazards/{id}/requireapproval`: as submit, but a draft has to be submitted by its own endpoint. */
export const hazardFlagSteps = { requireApproval: submissions } as const satisfies StepTable<
  string,
  HazardStatus
>;

export const hazardTransitions = {
  close: { from: ['approved'], to: 'closed' },
  reopen: { from: ['closed'], to: 'approved' },
} as const satisfies TransitionTable<string, HazardStatus>;
export type HazardTransitionName = keyof typeof hazardTransitions;

export const hazardTransitionSchema = transitionSchema(
  'HazardTransition',
  hazardTransitions,
  {
    comment: optional(paragraph(2000)).describe('Required to reopen.'),
    closureReason: optional(z.enum(closureReasons)).describe('Required to close. Only with close.'),
  },
  {
    close:
      ', of a hazard that has a `riskAssessment.residual` and no mandatory action that is open, in progress, or ' +
      'completed and waits for the verifier whom it names',
  },
).superRefine(({ transition, comment, closureReason }, context) => {
  if (transition === 'close' && closureReason === null) context.addIssue(requiredForStep('closureReason'));
  if (transition === 'reopen' && comment === null) context.addIssue(requiredForStep('comment'));
  if (transition !== 'close' && closureReason !== null)
    context.addIssue(lostByStep('closureReason', 'Only closing says it.'));
});
export type HazardTransition = z.infer<typeof hazardTransitionSchema>;
