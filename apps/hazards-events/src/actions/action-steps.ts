import {
  type ActionTransition,
  type ActionTransitionName,
  actionTransitions,
  isOpenAction,
  type Permission,
  type ProblemExtensions,
} from '@safety/contracts';
import { type StepRefusal, statusRefusal } from '@safety/platform';
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

/**
 * 409 for a step that the status does not allow, 403 for one that is for others. No single permission makes
 * an administrator, or the verifier whom an action names.
 */
export function refusalOfActionStep(
  step: ActionTransitionName,
  row: Action,
  { userId, writes, verifies, isAssignee, isAdministrator }: ActionStanding,
): StepRefusal | undefined {
  const byStatus = statusRefusal('action', actionTransitions, row.status, step);
  if (byStatus) return byStatus;
  const requiredPermission = needed[step];
  const holds = requiredPermission === 'actions.verify' ? verifies : writes;
  if (!holds && !(isAssignee && byAssignee.includes(step)))
    return denied(`You lack the permission ${requiredPermission} there.`, { requiredPermission });
  if (step === 'reopen' && !isAdministrator) return denied('An administrator of the company reopens it.');
  if (step === 'verify' && (isAssignee || row.completedByUserId === userId))
    return {
      code: 'self-approval-not-allowed',
      detail: 'It is yours, or you have completed it: somebody else has to verify it.',
    };
  if (step === 'complete' && row.verifierUserId === userId)
    return {
      code: 'self-approval-not-allowed',
      detail: 'The action names you as its verifier: somebody else has to complete it.',
    };
  if (byVerifier.includes(step) && row.verifierUserId !== null && row.verifierUserId !== userId)
    return denied('The verifier whom the action names does that.');
  return undefined;
}

const denied = (detail: string, extensions?: ProblemExtensions): StepRefusal => ({
  code: 'permission-denied',
  detail,
  ...(extensions && { extensions }),
});

/** Whether a step leaves an action to be done that was not. */
export const opensAgain = (step: ActionTransitionName, { status }: Action): boolean =>
  !isOpenAction(status) && isOpenAction(actionTransitions[step].to);

/**
 * Whether an action keeps its source from being closed while it is mandatory: it is to be done, or the
 * verifier whom it names has not seen it yet.
 */
export const isPending = ({ status, verifierUserId }: Pick<Action, 'status' | 'verifierUserId'>): boolean =>
  isOpenAction(status) || (status === 'completed' && verifierUserId !== null);

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
