import { isOpenAction, type SaveAction } from '@safety/contracts';
import type { StepRefusal } from '@safety/platform';
import type { Action } from './action.entity.js';
import { type ActionStanding, isPending, refusalOfActionStep } from './action-steps.js';

type Wanted = Pick<
  SaveAction,
  'assigneeUserId' | 'assigneePersonnelId' | 'verifierUserId' | 'orgStructureId' | 'mandatory'
>;

/**
 * The refusal of a write that lets others judge an action, or nobody. While it waits for its verification,
 * assignee, verifier and place stay: another one would let somebody verify who may not. Administrators
 * replace a verifier, who may have left, and those who may verify where it is let others do that elsewhere.
 * Nor does it let its source be closed before the verifier whom it names has seen it, by becoming optional or
 * archived.
 */
export function refusalOfOtherJudges(
  row: Action,
  wanted: Wanted | 'archived',
  standing: ActionStanding,
): StepRefusal | undefined {
  if (isOwnToVerify(row, standing)) return refusalOfOwn(row, wanted);
  if (row.status !== 'completed') return undefined;
  const { isAdministrator, verifies } = standing;
  const verifiesThis = refusalOfActionStep('verify', row, standing) === undefined;
  const keepsGuard = isAdministrator || verifiesThis || !liftsGuard(row, wanted);
  const { assigneeUserId, assigneePersonnelId, verifierUserId, orgStructureId } =
    wanted === 'archived' ? row : wanted;
  const keepsAssignee =
    assigneeUserId === row.assigneeUserId && assigneePersonnelId === row.assigneePersonnelId;
  const keepsVerifier = isAdministrator || verifierUserId === row.verifierUserId;
  const keepsPlace = verifies || (orgStructureId ?? row.orgStructureId) === row.orgStructureId;
  if (keepsGuard && keepsAssignee && keepsVerifier && keepsPlace) return undefined;
  return {
    code: 'invalid-state',
    detail:
      'Until its completion is rejected the action keeps its assignee, its verifier but for administrators, and ' +
      'its org structure but for those who may verify there. One that is mandatory and names a verifier stays so, ' +
      'and is not archived, but for administrators and for that verifier, who may verify it.',
  };
}

/** Whether an action would not keep its source from being closed any more. */
const liftsGuard = (row: Action, wanted: Pick<Wanted, 'mandatory'> | 'archived'): boolean =>
  row.mandatory && isPending(row) && (wanted === 'archived' || !wanted.mandatory);

/** Whether an action is the caller's own, still to be done, and for a named verifier to see then. */
const isOwnToVerify = (
  { mandatory, status, verifierUserId }: Action,
  { isAssignee, isAdministrator }: ActionStanding,
): boolean => mandatory && isOpenAction(status) && verifierUserId !== null && isAssignee && !isAdministrator;

/** Nobody takes their own work from its verifier before they complete it. */
function refusalOfOwn(row: Action, wanted: Wanted | 'archived'): StepRefusal | undefined {
  if (!liftsGuard(row, wanted) && (wanted === 'archived' || wanted.verifierUserId === row.verifierUserId))
    return undefined;
  return {
    code: 'self-approval-not-allowed',
    detail:
      'The action is yours, mandatory and names its verifier: somebody else with actions.write there, or an ' +
      'administrator, changes its verifier, makes it optional or archives it.',
  };
}
