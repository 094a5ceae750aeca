import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import type { ApprovalRecord } from './approval.entity.js';
import type { PendingPermissions } from './approval-permissions.js';
import { endsRevision } from './dropped-revisions.js';
import type { SnapshotRows } from './snapshot-rows.js';

/** The snapshots of a kind of record, as far as they say how one was approved and who reads what waits. */
type ShownBy = Pick<SnapshotRows<ApprovalRecord>, 'register' | 'approvalsOf' | 'mayHold'>;

/** Approvals as far as a caller may read them. */
@Injectable()
export class ShownApprovals {
  constructor(private readonly orgStructures: OrgStructures) {}

  /**
   * The rows with the approval that the caller may read. Without a right to what waits that is the one that
   * the content in force has: nothing of a revision that was rejected or withdrawn, and no earlier decision.
   */
  async of<Row extends ApprovalRecord>(
    company: CompanyContext,
    rows: readonly Row[],
    snapshots: ShownBy,
  ): Promise<Row[]> {
    const places = await this.orgStructures.find(company.companyId, [
      ...new Set(rows.map(({ orgStructureId }) => orgStructureId)),
    ]);
    const { permissions } = snapshots.register;
    const isOpen = (row: Row) =>
      !snapshots.mayHold(row) ||
      readsPending(company, row, permissions, places.get(row.orgStructureId)?.pathIds ?? []);
    const dropped = rows.filter((row) => !isOpen(row) && endsRevision(row.approvalState));
    const inForce = await snapshots.approvalsOf(
      company,
      dropped.map(({ id }) => id),
    );
    return rows.map((row) => (isOpen(row) ? row : approvedAlone({ ...row, ...inForce.get(row.id) })));
  }
}

/** The same rule as `mayReadPending`, of one row. */
const readsPending = (
  company: CompanyContext,
  { createdByUserId, submittedByUserId, approverUserIds }: ApprovalRecord,
  { readPending, approve }: PendingPermissions,
  pathIds: readonly string[],
): boolean =>
  [createdByUserId, submittedByUserId, ...approverUserIds].includes(company.userId) ||
  [readPending, approve].some((permission) => covers(reachOf(company, permission), pathIds));

const approvedAlone = <Row extends ApprovalRecord>(row: Row): Row => ({
  ...row,
  decisions: row.decisions.filter(
    ({ round, decision }) => round === row.approvalRound && decision === 'approve',
  ),
});
