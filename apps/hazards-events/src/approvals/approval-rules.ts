import {
  type ApprovalDecision,
  type ApprovalRole,
  type CompanyContext,
  type StepStart,
  type StepTable,
  type Submission,
  startsOf,
} from '@safety/contracts';
import { checkStep, type StepRefusal, statusRefusal } from '@safety/platform';
import type { ApprovalMembers, ApprovalRecord, StoredDecision, Worked } from './approval.entity.js';
import { unlessArchived } from './archived-steps.js';

/**
 * The roles of a caller in the approval of one record. Beside them: `own` is what the caller has submitted or
 * written a part of, which waits for somebody else, and `approved` is what the caller has approved already.
 */
export type Standing = ReadonlySet<ApprovalRole | 'own' | 'approved'>;

type Written = Pick<ApprovalRecord, 'approvedAt' | 'submittedByUserId'> &
  Worked & { createdByUserId?: string | null };

/** The users who wrote any of what is not approved yet, or have submitted it: others have to approve it. */
export const authorsOf = ({ approvedAt, authorUserIds, createdByUserId, submittedByUserId }: Written) =>
  new Set(
    [...authorUserIds, submittedByUserId, approvedAt === null ? createdByUserId : null].filter(
      (userId) => typeof userId === 'string',
    ),
  );

/** The authors after a request of a user, which may have changed what waits. */
export const writtenBy = (userId: string, { authorUserIds }: Worked, isEdited: boolean): Worked => ({
  authorUserIds: isEdited ? [...new Set([...authorUserIds, userId])] : authorUserIds,
});

/** Whether nobody has approved a record yet that the caller has added: it is the caller's until then. */
export const isOwnReport = (
  { userId }: Pick<CompanyContext, 'userId'>,
  { approvedAt, createdByUserId }: Pick<ApprovalRecord, 'approvedAt' | 'createdByUserId'>,
): boolean => approvedAt === null && createdByUserId === userId;

/** Content that counts is nobody's own: it was approved, or needs no approval. */
export const nobodysWords: Worked = { authorUserIds: [] };

/**
 * The part of the caller that follows from the record itself; `approver` and `editor` depend on permissions
 * at its place. A record that was never approved stays its author's, whoever else submits it.
 */
export function standingOf(
  row: Written & Pick<ApprovalRecord, 'decisions' | 'approvalRound'>,
  userId: string,
  there: { approver: boolean; editor: boolean; approvesOwn: boolean },
): Standing {
  const isCreator = row.createdByUserId === userId;
  const roles = {
    creator: isCreator,
    submitter: row.submittedByUserId === userId || (isCreator && row.approvedAt === null),
    own: authorsOf(row).has(userId) && !there.approvesOwn,
    approved: approvedBy(row).includes(userId),
    editor: there.editor,
    approver: there.approver,
  };
  return new Set((Object.keys(roles) as (keyof typeof roles)[]).filter((role) => roles[role]));
}

/** The decisions on one record that ask for more of them: each change of it records them all. */
const MOST_DECISIONS = 100;

type Decisions = Pick<ApprovalRecord, 'decisions'>;

/** Whether a record takes no decision any more but one that ends its approval. */
export const isDecidedOften = ({ decisions }: Decisions): boolean => decisions.length >= MOST_DECISIONS;

type Starts<Status extends string> = Partial<Record<Status, StepStart<Status>>>;

/**
 * The refusal of a step by status and role: 409 `invalid-state` when the status does not allow it, and 403
 * when it allows the step to others alone: to approve what one has submitted or written too, unless the
 * company allows it. No permission lets a caller take a step that is for the record's own people.
 */
export function roleRefusal<Name extends string, Status extends string>(
  what: 'hazard' | 'event',
  table: StepTable<Name, Status>,
  row: Decisions & { status: Status },
  step: Name,
  standing: Standing,
): StepRefusal | undefined {
  const { status } = row;
  const start = (table[step] as Starts<Status>)[status];
  if (!start) return statusRefusal(what, startsOf(table), status, step);
  const { who } = start;
  if (!who.some((role) => standing.has(role)))
    return {
      code: who.includes('approver') ? 'not-an-approver' : 'permission-denied',
      detail: `The ${what} is ${status}: ${step} is for ${who.map((role) => `the ${role}`).join(' or ')}.`,
      ...(who.includes('editor') && { extensions: { requiredPermission: `${what}s.update` } }),
    };
  if (step !== 'approve' || !standing.has('own')) return refusalOfMore(what, row, step);
  const detail = 'You have submitted it or written a part of it: somebody else has to approve it.';
  return { code: 'self-approval-not-allowed', detail };
}

/**
 * 409 for a step that would bring further decisions about, once there are many. Changes that are asked for
 * already may still be submitted: nothing else ends such a revision.
 */
function refusalOfMore(
  what: 'hazard' | 'event',
  row: Decisions & { status: string },
  step: string,
): StepRefusal | undefined {
  if (!isDecidedOften(row)) return undefined;
  const many = `The ${what} has ${MOST_DECISIONS} decisions, which is the most`;
  if (step === 'requestChanges') return { code: 'invalid-state', detail: `${many}: approve or reject it.` };
  const submits = step === 'submit' || step === 'requireApproval';
  if (!submits || row.status === 'changesRequested') return undefined;
  const left = row.status === 'pendingApproval' ? 'have it approved or rejected' : `add a new ${what}`;
  return { code: 'invalid-state', detail: `${many}: ${left}.` };
}

/** Whether a step is for the caller as one of the record's own people, whoever else may take it. */
export const isOwnStep = <Name extends string, Status extends string>(
  table: StepTable<Name, Status>,
  status: Status,
  step: Name,
  standing: Standing,
): boolean =>
  ((table[step] as Starts<Status>)[status]?.who ?? []).some(
    (role) => (role === 'creator' || role === 'submitter') && standing.has(role),
  );

/** `PUT …/{id}/requireapproval`, whose one step depends on status and role alone. */
export const checkFlagging = <Status extends string>(
  what: 'hazard' | 'event',
  table: StepTable<'requireApproval', Status>,
  row: Decisions & { status: Status; archived: boolean },
  standing: Standing,
): Promise<void> =>
  checkStep(
    unlessArchived<'requireApproval'>(what, row, {
      names: ['requireApproval'],
      currentStatus: row.status,
      refusalOf: (step) => roleRefusal(what, table, row, step, standing),
    }),
    'requireApproval',
  );

/** A submission that names nobody: all who may approve at the place are asked. */
export const toQueue: Submission = {
  approverUserIds: [],
  requiredApprovals: 1,
  dueDate: null,
  comment: null,
};

/** A record after its submission. Each one asks anew: earlier decisions stay, but count no more. */
export const submitted = (
  { approvalRound, decisions }: Pick<ApprovalRecord, 'approvalRound' | 'decisions'>,
  { approverUserIds, requiredApprovals, dueDate, comment }: Submission,
  { mode, userId, now }: { mode: 'queue' | 'named'; userId: string; now: Date },
): Omit<ApprovalMembers, 'approvedAt' | 'approvedByUserId'> & { status: 'pendingApproval' } => ({
  status: 'pendingApproval',
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

/** The decisions with one more, and whether the approvals are enough now. */
export function decided(
  row: Pick<ApprovalRecord, 'decisions' | 'approvalRound' | 'requiredApprovals'>,
  decision: ApprovalDecision,
  { comment, userId, now }: { comment: string | null; userId: string; now: Date },
): { decisions: StoredDecision[]; isEnough: boolean } {
  const made = { round: row.approvalRound, userId, decision, comment, decidedAt: now.toISOString() };
  return {
    decisions: [...row.decisions, made],
    isEnough: approvedBy(row).length + 1 >= row.requiredApprovals,
  };
}

/** A record that has the approvals it needs. */
export const approvedNow = ({ userId }: CompanyContext, now: Date) => ({
  ...nobodysWords,
  approvalState: 'approved' as const,
  approvedAt: now,
  approvedByUserId: userId,
});

/** The approval of a record that needs none. */
export const notRequired = (now: Date, userId: string): ApprovalMembers => ({
  ...asked('notRequired'),
  approvedAt: now,
  approvedByUserId: userId,
});

/** The approval of a record that nobody was asked about yet. */
export const unasked: ApprovalMembers = asked('draft');

function asked(approvalState: 'notRequired' | 'draft'): ApprovalMembers {
  return {
    approvedAt: null,
    approvedByUserId: null,
    approvalMode: 'none',
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
