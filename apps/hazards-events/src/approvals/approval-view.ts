import { isDeepStrictEqual } from 'node:util';
import type { approvalSchema, CompanyContext, Submission } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import type { z } from 'zod';
import { hiddenUserOf, hidesStandIns } from './anonymity.js';
import type { ApprovalRecord } from './approval.entity.js';

/** The approvers that the API shows. */
const shownApprovers = (company: CompanyContext, row: ApprovalRecord): string[] =>
  hidesStandIns(company, row) ? company.defaultApproverUserIds : row.approverUserIds;

/** Whether a body names those whom a queue shows: it was read, and comes back as it was. */
export const namesQueue = (
  company: CompanyContext,
  shown: ApprovalRecord,
  { approverUserIds }: Pick<Submission, 'approverUserIds'>,
): boolean =>
  shown.approvalMode === 'queue' && isDeepStrictEqual(approverUserIds, shownApprovers(company, shown));

/** The approval of a row as the API shows it. */
export function approvalView(
  company: CompanyContext,
  row: ApprovalRecord,
  now: Date,
): z.input<typeof approvalSchema> {
  const hidden = hiddenUserOf(company, row);
  const shown = (userId: string | null) => (userId === hidden ? null : userId);
  const pending = row.approvalState === 'pending';
  return {
    mode: row.approvalMode,
    state: row.approvalState,
    submittedAt: row.submittedAt,
    submittedByUserId: shown(row.submittedByUserId),
    approverUserIds: shownApprovers(company, row),
    requiredApprovals: row.requiredApprovals,
    dueDate: row.approvalDueDate,
    overdue: pending && row.approvalDueDate !== null && row.approvalDueDate < dateIn(company.timeZone, now),
    comment: row.approvalComment,
    decisions: row.decisions.map(({ userId, decision, comment, decidedAt }) => ({
      userId: shown(userId),
      decision,
      comment,
      decidedAt,
    })),
  };
}
