import {
  type ApprovalDecision,
  type ApprovalRole,
  allowedTransitions,
  type StepStart,
  type StepTable,
  type Submission,
  startsOf,
} from '@safety/contracts';
import { checkTransition, ProblemError } from '@safety/platform';
import type { ApprovalMembers, ApprovalRecord, StoredDecision } from './approval.entity.js';

/**
 * The roles of a caller in the approval of one record. `own` is beside them: what the caller has submitted
 * waits for somebody else.
 */
export type Standing = ReadonlySet<ApprovalRole | 'own'>;

/**
 * The part of the caller that follows from the record itself; `approver` and `editor` depend on permissions
 * at its place.
 */
export function standingOf(
  { createdByUserId, submittedByUserId }: Pick<ApprovalRecord, 'createdByUserId' | 'submittedByUserId'>,
  userId: string,
  there: { approver: boolean; editor: boolean; approvesOwn: boolean },
): Standing {
  const roles: (ApprovalRole | 'own')[] = [];
  if (createdByUserId === userId) roles.push('creator');
  if (submittedByUserId === userId) roles.push('submitter', ...(there.approvesOwn ? [] : ['own' as const]));
  if (there.editor) roles.push('editor');
  if (there.approver) roles.push('approver');
  return new Set(roles);
}

type Starts<Status extends string> = Partial<Record<Status, StepStart<Status>>>;

const startOf = <Status extends string>(
  table: StepTable<string, Status>,
  step: string,
  status: Status,
): StepStart<Status> | undefined => (table[step] as Starts<Status> | undefined)?.[status];

const may = (start: StepStart<string> | undefined, standing: Standing): boolean =>
  start?.who.some((role) => standing.has(role)) ?? false;

const isSelfApproval = (step: string, standing: Standing): boolean =>
  step === 'approve' && standing.has('own');

/** The steps that a caller may take from a status. */
export const stepsOf = <Name extends string, Status extends string>(
  table: StepTable<Name, Status>,
  status: Status,
  standing: Standing,
): Name[] =>
  allowedTransitions(startsOf(table), status).filter(
    (step) => may(startOf(table, step, status), standing) && !isSelfApproval(step, standing),
  );

/**
 * Throws 409 `invalid-state` when the status does not allow a step, and 403 when it allows the step to others
 * alone: to approve what one has submitted too, unless the company allows it. `step` may be an unchecked
 * value from a body. A name that is no step passes, since the schema of the body refuses it.
 */
export function checkStep<Name extends string, Status extends string>(
  what: string,
  table: StepTable<Name, Status>,
  status: Status,
  step: unknown,
  standing: Standing,
): void {
  if (typeof step !== 'string' || !Object.hasOwn(table, step)) return;
  checkTransition(what, startsOf(table), status, step);
  const start = startOf(table, step, status);
  const extensions = { currentStatus: status, allowedTransitions: stepsOf(table, status, standing) };
  if (may(start, standing)) {
    if (!isSelfApproval(step, standing)) return;
    throw selfApproval('You have submitted it: somebody else has to approve it.', extensions);
  }
  const needed = start?.who ?? [];
  throw new ProblemError(needed.includes('approver') ? 'not-an-approver' : 'permission-denied', {
    detail: `The ${what} is ${status}: ${step} is for ${needed.map((role) => `the ${role}`).join(' or ')}.`,
    extensions,
  });
}

export const selfApproval = (
  detail: string,
  extensions: { currentStatus: string; allowedTransitions: string[] },
): ProblemError => new ProblemError('self-approval-not-allowed', { detail, extensions });

/** The approval after a submission. Each one asks anew: earlier decisions stay, but count no more. */
export const submitted = (
  { approvalRound, decisions }: Pick<ApprovalRecord, 'approvalRound' | 'decisions'>,
  { approverUserIds, requiredApprovals, dueDate, comment }: Submission,
  { mode, userId, now }: { mode: 'queue' | 'named'; userId: string; now: Date },
): Omit<ApprovalMembers, 'approvedAt' | 'approvedByUserId'> => ({
  approvalMode: mode,
  approvalState: 'pending',
  approvalRound: approvalRound + 1,
  submittedAt: now,
  submittedByUserId: userId,
  approverUserIds,
  requiredApprovals,
  approvalDueDate: dueDate,
  approvalComment: comment,
  decisions,
});

/** The users who have approved the submission that is pending. */
export const approvedBy = ({
  decisions,
  approvalRound,
}: Pick<ApprovalRecord, 'decisions' | 'approvalRound'>) =>
  decisions
    .filter(({ round, decision }) => round === approvalRound && decision === 'approve')
    .map(({ userId }) => userId);

/**
 * The decisions with one more, and whether the approvals are enough now. Throws 409 for a second approval by
 * one user.
 */
export function decided(
  row: Pick<ApprovalRecord, 'decisions' | 'approvalRound' | 'requiredApprovals' | 'status'>,
  decision: ApprovalDecision,
  { comment, userId, now }: { comment: string | null; userId: string; now: Date },
): { decisions: StoredDecision[]; isEnough: boolean } {
  const before = approvedBy(row);
  if (decision === 'approve' && before.includes(userId))
    throw new ProblemError('invalid-state', {
      detail: 'You have approved it already: it waits for others.',
      extensions: { currentStatus: row.status, allowedTransitions: ['reject', 'requestChanges'] },
    });
  const made = { round: row.approvalRound, userId, decision, comment, decidedAt: now.toISOString() };
  return { decisions: [...row.decisions, made], isEnough: before.length + 1 >= row.requiredApprovals };
}

/** The approval of a record that needs none. */
export const notRequired = (now: Date, userId: string): ApprovalMembers => ({
  ...asked('none', 'notRequired'),
  approvedAt: now,
  approvedByUserId: userId,
});

/** The approval of a record that nobody was asked about yet. */
export const unasked: ApprovalMembers = asked('none', 'draft');

function asked(approvalMode: 'none', approvalState: 'notRequired' | 'draft'): ApprovalMembers {
  return {
    approvedAt: null,
    approvedByUserId: null,
    approvalMode,
    approvalState,
    approvalRound: 0,
    submittedAt: null,
    submittedByUserId: null,
    approverUserIds: [],
    requiredApprovals: 1,
    approvalDueDate: null,
    approvalComment: null,
    decisions: [],
  };
}
