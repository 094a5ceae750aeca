import type { CompanyContext } from '@safety/contracts';
import { type Condition, columnOf } from '@safety/persistence';
import {
  type DecidingPermissions,
  granting,
  grantsSql,
  holdsThere,
  type KnownUser,
  mayDecide,
} from '../read-models/company-users.js';
import type { ApprovalRecord } from './approval.entity.js';
import { approvedBy } from './approval-rules.js';

type Paths = readonly (readonly string[])[];

/**
 * Whether a default approver stands in: an event manager of any org structure who reads at these. The setting
 * of a company grants the right to approve to nobody, nor to read.
 */
export const isStandIn = (
  { defaultApproverUserIds }: CompanyContext,
  user: KnownUser,
  { approver, read }: DecidingPermissions,
  paths: Paths,
): boolean =>
  defaultApproverUserIds.includes(user.userId) &&
  granting(user, approver).length > 0 &&
  paths.every((pathIds) => holdsThere(user, [read], pathIds));

/** Those of some users who may decide there, as event managers or default approvers. */
export const able = (
  company: CompanyContext,
  users: readonly KnownUser[],
  permissions: DecidingPermissions,
  paths: Paths,
): Set<string> =>
  new Set(
    users
      .filter((user) => mayDecide(user, permissions, paths) || isStandIn(company, user, permissions, paths))
      .map(({ userId }) => userId),
  );

/**
 * Whether fewer approvers than approvals are left of those that a submission names, since roles and settings
 * have changed while it waited. `left` are those who may decide by now.
 */
export const isDeserted = (
  row: Pick<ApprovalRecord, 'approverUserIds' | 'approvalRound' | 'decisions' | 'requiredApprovals'>,
  left: ReadonlySet<string>,
): boolean =>
  new Set([...approvedBy(row), ...row.approverUserIds.filter((id) => left.has(id))]).size <
  row.requiredApprovals;

/** The same rule, of working copies in SQL: those that wait for named approvers of whom too few are left. */
export const deserted =
  (
    { companyId, defaultApproverUserIds }: CompanyContext,
    { approver, read }: DecidingPermissions,
    { working, snapshots }: { working: string; snapshots: string },
  ): Condition =>
  (_, binds) => {
    const of = (property: keyof ApprovalRecord) => `${working}.${columnOf(property)}`;
    const [company, approving, reading] = [companyId, approver, [read]].map((value) => binds.add(value));
    const paths =
      `SELECT FROM org_structures AS o WHERE o.company_id = ${company} AND (o.id = ${of('orgStructureId')} OR o.id = ` +
      `(SELECT s.org_structure_id FROM ${snapshots} AS s WHERE s.company_id = ${company} AND s.id = ${of('id')}))`;
    const everywhere = (rule: string) => `NOT EXISTS (${paths} AND NOT (${rule}))`;
    const path = 'o.path_ids::text[]';
    const reads = grantsSql(`${reading}`, path);
    const standsIn = `u.id = ANY(${binds.add(defaultApproverUserIds)}::uuid[]) AND ${grantsSql(`${approving}`)}`;
    const mayDecideNow = `(${everywhere(`${grantsSql(`${approving}`, path)} AND ${reads}`)} OR ${standsIn} AND ${everywhere(reads)})`;
    const approved =
      `SELECT (d->>'userId')::uuid FROM jsonb_array_elements(${of('decisions')}) AS d ` +
      `WHERE d->>'decision' = 'approve' AND (d->>'round')::int = ${of('approvalRound')}`;
    // count is read: the row is shown to more people or fewer, nothing is written
    return (
      `(${of('approvalMode')} = 'named' AND ${of('approvalState')} = 'pending' AND ` +
      `cardinality(ARRAY(${approved} UNION SELECT u.id FROM company_users AS u WHERE u.company_id = ${company} ` +
      `AND u.belongs AND u.active AND u.id = ANY(${of('approverUserIds')}) AND ${mayDecideNow})) < ${of('requiredApprovals')})`
    );
  };
