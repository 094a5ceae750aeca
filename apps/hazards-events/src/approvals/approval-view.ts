import type { approvalSchema, CompanyContext } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import type { z } from 'zod';
import { hiddenUserOf, hidesStandIns } from './anonymity.js';
import type { ApprovalRecord } from './approval.entity.js';

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
    approverUserIds: hidesStandIns(company, row) ? company.defaultApproverUserIds : row.approverUserIds,
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
