import type { ActionTransition, ActionTransitionName, Permission } from '@safety/contracts';
import { actionTransitions } from '@safety/contracts';
import { ProblemError, permissionDenied } from '@safety/platform';
import type { Action } from './action.entity.js';

/** The part of the caller in an action. */
export interface ActionStanding {
  userId: string;
  /** Holds `actions.write` at the place. */
  writes: boolean;
  /** Holds `actions.verify` at the place. */
  verifies: boolean;
  isAssignee: boolean;
  isAdministrator: boolean;
}

/** The permission that each step needs. Assignees may start and complete what is theirs without one. */
const needed: Readonly<Record<ActionTransitionName, Permission>> = {
  start: 'actions.write',
  complete: 'actions.write',
  cancel: 'actions.write',
  verify: 'actions.verify',
  rejectCompletion: 'actions.verify',
  reopen: 'actions.write',
};
const byAssignee: readonly ActionTransitionName[] = ['start', 'complete'];
const byVerifier: readonly ActionTransitionName[] = ['verify', 'rejectCompletion'];

/** Throws 403 when the step is for others. `step` may be an unchecked value from a body. */
export function checkActionStep(step: unknown, row: Action, standing: ActionStanding): void {
  if (typeof step !== 'string' || !Object.hasOwn(actionTransitions, step)) return;
  const name = step as ActionTransitionName;
  const permission = needed[name];
  const holds = permission === 'actions.verify' ? standing.verifies : standing.writes;
  if (!holds && !(standing.isAssignee && byAssignee.includes(name))) throw permissionDenied(permission);
  if (name === 'reopen' && !standing.isAdministrator)
    throw new ProblemError('permission-denied', { detail: 'An administrator of the company reopens it.' });
  if (name === 'verify' && (standing.isAssignee || row.completedByUserId === standing.userId))
    throw new ProblemError('self-approval-not-allowed', {
      detail: 'It is yours, or you have completed it: somebody else has to verify it.',
    });
  if (byVerifier.includes(name) && row.verifierUserId !== null && row.verifierUserId !== standing.userId)
    throw new ProblemError('permission-denied', { detail: 'The verifier whom the action names does that.' });
}

/** The action after a step. */
export function stepped(
  { transition, comment, effectiveness }: ActionTransition,
  userId: string,
  now: Date,
): Partial<Action> {
  const status = actionTransitions[transition].to;
  const notVerified = { verifiedAt: null, verifiedByUserId: null, effectiveness: null };
  const notCompleted = { completedAt: null, completedByUserId: null, completionComment: null };
  const common = { status, statusComment: comment };
  switch (transition) {
    case 'complete':
      return { ...common, completedAt: now, completedByUserId: userId, completionComment: comment };
    case 'verify':
      return { ...common, verifiedAt: now, verifiedByUserId: userId, effectiveness };
    case 'rejectCompletion':
    case 'reopen':
      return { ...common, ...notCompleted, ...notVerified };
    default:
      return common;
  }
}
