import { z } from 'zod';
import { controlEffectiveness } from '../hazards/hazard-enums.js';
import { optional, paragraph } from '../http/text.js';
import { lostByStep, requiredForStep, type TransitionTable, transitionSchema } from '../http/transitions.js';
import type { ActionStatus } from './action-enums.js';

export const actionTransitions = {
  start: { from: ['open'], to: 'inProgress' },
  complete: { from: ['open', 'inProgress'], to: 'completed' },
  verify: { from: ['completed'], to: 'verified' },
  rejectCompletion: { from: ['completed'], to: 'inProgress' },
  cancel: { from: ['open', 'inProgress'], to: 'cancelled' },
  reopen: { from: ['cancelled', 'verified'], to: 'inProgress' },
} as const satisfies TransitionTable<string, ActionStatus>;
export type ActionTransitionName = keyof typeof actionTransitions;

const withComment: readonly ActionTransitionName[] = ['complete', 'rejectCompletion', 'cancel'];

export const actionTransitionSchema = transitionSchema('ActionTransition', actionTransitions, {
  comment: optional(paragraph(4000)).describe('Required to complete, to reject a completion and to cancel.'),
  effectiveness: optional(z.enum(controlEffectiveness)).describe('Only with verify.'),
}).superRefine(({ transition, comment, effectiveness }, context) => {
  if (withComment.includes(transition) && comment === null) context.addIssue(requiredForStep('comment'));
  if (transition !== 'verify' && effectiveness !== null)
    context.addIssue(lostByStep('effectiveness', 'Only a verification says it.'));
});
export type ActionTransition = z.infer<typeof actionTransitionSchema>;
