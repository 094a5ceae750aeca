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
import type { Register } from './register.js';

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

/**
 * Whether a row is not somebody's own: the rule of `undeciding`, in SQL. Service clients never decide on
 * theirs. `bind` gives SQL of the id: PostgreSQL refuses a value that the statement does not name.
 */
export function isOthersSql(
  company: CompanyContext,
  { bind, isClient = false }: { bind: () => string; isClient?: boolean | undefined },
  of: (property: string) => string,
  mayBeAnonymous: boolean,
): string {
  if (company.allowSelfApproval && !isClient) return 'true';
  const user = bind();
  const isCreator = `${user} = ${of('createdByUserId')}`;
  const others = [
    `${user} <> ALL(${of('authorUserIds')})`,
    `${user} IS DISTINCT FROM ${of('submittedByUserId')}`,
    `(${of('approvedAt')} IS NOT NULL OR (${isCreator}) IS NOT TRUE)`,
  ].join(' AND ');
  return mayBeAnonymous && !isAdministrator(company)
    ? `(${others} OR ${of('anonymous')} AND ${isCreator})`
    : `(${others})`;
}

/** The working copies that wait for named approvers of whom too few are left: `isDeserted`, in SQL. */
export const deserted =
  (company: CompanyContext, register: Register, mayBeAnonymous: boolean): Condition =>
  (_, binds) => {
    const { working, snapshots, permissions } = register;
    const { approver, read } = permissions;
    const { companyId, defaultApproverUserIds } = company;
    const of = (property: string) => `${working}.${columnOf(property)}`;
    const [within, approving, reading] = [companyId, approver, [read]].map((value) => `${binds.add(value)}`);
    const placeOfSnapshot = `SELECT s.org_structure_id FROM ${snapshots} AS s
      WHERE s.company_id = ${within} AND s.id = ${of('id')}`;
    const everywhere = (rule: string) => `NOT EXISTS (SELECT FROM org_structures AS o
      WHERE o.company_id = ${within} AND (o.id = ${of('orgStructureId')} OR o.id = (${placeOfSnapshot}))
        AND NOT (${rule}))`;
    const grantsThere = (needed = '') => grantsSql(needed, 'o.path_ids::text[]');
    const defaults = binds.add(defaultApproverUserIds);
    const standsIn = `u.id = ANY(${defaults}::uuid[]) AND ${grantsSql(approving ?? '')}`;
    const approved = `SELECT (d->>'userId')::uuid FROM jsonb_array_elements(${of('decisions')}) AS d
      WHERE d->>'decision' = 'approve' AND (d->>'round')::int = ${of('approvalRound')}`;
    const left = `SELECT u.id FROM company_users AS u
      WHERE u.company_id = ${within} AND u.belongs AND u.active AND u.accepted
        AND u.id = ANY(${of('approverUserIds')}) AND ${isOthersSql(company, { bind: () => 'u.id' }, of, mayBeAnonymous)}
        AND ${everywhere(grantsThere(reading))} AND (${everywhere(grantsThere(approving))} OR ${standsIn})`;
    // count is read: the row is shown to more people or fewer, nothing is written
    return `(${of('approvalMode')} = 'named' AND ${of('approvalState')} = 'pending'
      AND cardinality(ARRAY(${approved} UNION ${left})) < ${of('requiredApprovals')})`;
  };
