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
import { hiddenUserOf, isAdministrator, type Reported } from './anonymity.js';
import type { ApprovalRecord, Worked } from './approval.entity.js';
import { approvedBy, authorsOf } from './approval-rules.js';

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
 * have changed while it waited. `left` are those who may decide by now on a row that is not theirs.
 */
export const isDeserted = (
  row: Pick<ApprovalRecord, 'approverUserIds' | 'approvalRound' | 'decisions' | 'requiredApprovals'>,
  left: ReadonlySet<string>,
): boolean =>
  new Set([...approvedBy(row), ...row.approverUserIds.filter((id) => left.has(id))]).size <
  row.requiredApprovals;

/** The members of a row that name those who may not decide on it. */
type Own = Worked & Pick<ApprovalRecord, 'approvedAt' | 'submittedByUserId'> & Reported;

/**
 * The users who may not decide on a row, since it is theirs. The reporter of an anonymous one is not among
 * them for others: a refusal would tell who it is.
 */
export function undeciding(company: CompanyContext, row: Own): string[] {
  if (company.allowSelfApproval) return [];
  const hidden = hiddenUserOf(company, row);
  return [...authorsOf(row)].filter((id) => id === company.userId || id !== hidden);
}

/** Whether the user `u` may decide on a row that is not theirs: the rule of `undeciding`, in SQL. */
const isOthersSql = (company: CompanyContext, of: (property: string) => string, mayBeAnonymous: boolean) => {
  if (company.allowSelfApproval) return 'true';
  const others =
    `(u.id <> ALL(${of('authorUserIds')}) AND u.id IS DISTINCT FROM ${of('submittedByUserId')} ` +
    `AND (${of('approvedAt')} IS NOT NULL OR u.id IS DISTINCT FROM ${of('createdByUserId')}))`;
  return mayBeAnonymous && !isAdministrator(company)
    ? `(${others} OR ${of('anonymous')} AND u.id = ${of('createdByUserId')})`
    : others;
};

/** The same rule, of working copies in SQL: those that wait for named approvers of whom too few are left. */
export const deserted =
  (
    company: CompanyContext,
    { approver, read }: DecidingPermissions,
    { working, snapshots, mayBeAnonymous }: { working: string; snapshots: string; mayBeAnonymous: boolean },
  ): Condition =>
  (_, binds) => {
    const { companyId, defaultApproverUserIds } = company;
    const of = (property: string) => `${working}.${columnOf(property)}`;
    const [within, approving, reading] = [companyId, approver, [read]].map((value) => binds.add(value));
    const paths =
      `SELECT FROM org_structures AS o WHERE o.company_id = ${within} AND (o.id = ${of('orgStructureId')} OR o.id = ` +
      `(SELECT s.org_structure_id FROM ${snapshots} AS s WHERE s.company_id = ${within} AND s.id = ${of('id')}))`;
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
      `cardinality(ARRAY(${approved} UNION SELECT u.id FROM company_users AS u WHERE u.company_id = ${within} ` +
      `AND u.belongs AND u.active AND u.id = ANY(${of('approverUserIds')}) AND ${isOthersSql(company, of, mayBeAnonymous)} ` +
      `AND ${mayDecideNow})) < ${of('requiredApprovals')})`
    );
  };
