import {
  type CompanyContext,
  flaggedStatuses,
  type ListEventApprovals,
  type ListHazardApprovals,
  type Permission,
  type Reach,
  reachOf,
} from '@safety/contracts';
import {
  anyOf,
  type Condition,
  columnOf,
  foundBy,
  havingAny,
  type ListDeclaration,
  withinReach,
} from '@safety/persistence';
import { grantsSql } from '../read-models/company-users.js';
import { hidesStandInsSql, isAdministrator } from './anonymity.js';
import { isFlaggedState } from './approval.entity.js';
import type { ApproverReach, PendingPermissions } from './approval-permissions.js';
import { deserted, isOthersSql } from './deciding.js';
import type { Register } from './register.js';

export const anywhere: Condition = () => 'true';

const within = (company: CompanyContext, permission: Permission): Condition =>
  withinReach(company, reachOf(company, permission)) ?? anywhere;

/** The rows of which the caller may read what is not approved, whoever wrote it: to decide, or by right. */
export const mayReadOfOthers =
  (company: CompanyContext, { readPending, approve }: PendingPermissions): Condition =>
  (column, binds) =>
    `(${[
      `${binds.add(company.userId)} = ANY(${column('approverUserIds')})`,
      within(company, readPending)(column, binds),
      within(company, approve)(column, binds),
    ].join(' OR ')})`;

/** The rows of which the caller may read what is not approved: own ones too. */
export const mayReadPending =
  (company: CompanyContext, permissions: PendingPermissions): Condition =>
  (column, binds) => {
    const me = binds.add(company.userId);
    return `(${[
      `${column('createdByUserId')} = ${me}`,
      `${column('submittedByUserId')} = ${me}`,
      mayReadOfOthers(company, permissions)(column, binds),
    ].join(' OR ')})`;
  };

/**
 * The drafts of a caller and, for administrators, those whose author cannot read them any more: users who
 * have left, have yet to accept, are disabled or hold no role there, and service clients, of which nothing
 * here tells whether they are still there. Else nobody could delete them.
 */
const readableDrafts =
  (company: CompanyContext, read: Permission): Condition =>
  (column, binds) => {
    const author = column('createdByUserId');
    const isOwn = `${author} = ${binds.add(company.userId)}`;
    if (!isAdministrator(company)) return isOwn;
    const reads = grantsSql(binds.add([read]), 'o.path_ids::text[]');
    const authorReads =
      `SELECT u.belongs AND u.active AND u.accepted AND ${reads} ` +
      `FROM company_users AS u JOIN org_structures AS o ON o.company_id = u.company_id ` +
      `WHERE u.company_id = ${binds.add(company.companyId)} AND u.id = ${author} ` +
      `AND o.id = ${column('orgStructureId')}`;
    return `(${isOwn} OR (${authorReads}) IS NOT TRUE)`;
  };

/**
 * The working copies that a caller may see: approved ones, others as above, and readable drafts. An archived
 * draft is one that was deleted: polls alone tell of it.
 */
export const visibleWorkingCopies =
  (company: CompanyContext, { approved, permissions }: Register): Condition =>
  (column, binds) =>
    `(${[
      `${column('status')} = ANY(${binds.add(approved)})`,
      `(${column('status')} = 'draft' AND NOT ${column('archived')} ` +
        `AND ${readableDrafts(company, permissions.read)(column, binds)})`,
      `(${column('status')} <> 'draft' AND ${mayReadPending(company, permissions)(column, binds)})`,
    ].join(' OR ')})`;

/**
 * The snapshots of which there is no flagged working copy that the caller may read in their place.
 * Of `NOT EXISTS` PostgreSQL could hash all flagged rows of the company before it shows a page.
 */
export const notFlaggedInstead =
  (company: CompanyContext, { working, permissions }: Register): Condition =>
  (column, binds) => {
    const inner = (property: string) => `w.${column(property)}`;
    return (
      `(SELECT w.id FROM ${working} AS w WHERE w.company_id = ${binds.add(company.companyId)} ` +
      `AND w.id = ${working}_and_copies.${column('id')} ` +
      `AND w.status = ANY(${binds.add(flaggedStatuses)}) ` +
      `AND ${within(company, permissions.read)(inner, binds)} ` +
      `AND ${mayReadPending(company, permissions)(inner, binds)}) IS NULL`
    );
  };

/** The records that wait for approval or for changes, or the others; no condition when both are asked for. */
export function waiting(asked: readonly ('true' | 'false')[] = []): Condition | undefined {
  const wanted = new Set(asked);
  if (wanted.size !== 1) return undefined;
  if (wanted.has('true')) return anyOf('status', flaggedStatuses);
  return (column, binds) => `${column('status')} <> ALL(${binds.add(flaggedStatuses)})`;
}

/**
 * The statuses that a query asks for, where none of them is one of approved content; none where it may ask
 * for such content too. A poll may show what its caller cannot read any more.
 */
export function unapprovedAsked(
  { status, approvalState, requireApproval, modifiedSince }: ListHazardApprovals | ListEventApprovals,
  approved: readonly string[],
): readonly string[] | undefined {
  if (modifiedSince) return undefined;
  if (status && !status.some((one) => approved.includes(one))) return status;
  const isOfFlagged =
    requireApproval?.every((asked) => asked === 'true') || approvalState?.every(isFlaggedState);
  return isOfFlagged ? flaggedStatuses : undefined;
}

/**
 * The working copies at a place that a reach covers and, where a snapshot says where they were, there too.
 */
const movingWithin =
  (company: CompanyContext, reach: Reach, { working, snapshots }: Register): Condition =>
  (column, binds) => {
    const within = withinReach(company, reach);
    if (!within) return 'true';
    const before = within((property) => `a.${columnOf(property)}`, binds);
    return (
      `(${within(column, binds)} AND (${column('approvedAt')} IS NULL OR coalesce((SELECT ${before} ` +
      `FROM ${snapshots} AS a WHERE a.company_id = ${binds.add(company.companyId)} ` +
      `AND a.id = ${working}.${columnOf('id')}), true)))`
    );
  };

/**
 * Records that wait are found for those who may decide on them by now: in a queue by their permission at the
 * place, named ones and stand-ins while they keep theirs, and event managers where too few of the named are
 * left. Others are found for those who were asked, as the view tells them. An index serves those who are in
 * no queue.
 */
export function askedToDecide(
  company: CompanyContext,
  approvers: ReadonlyMap<string, ApproverReach>,
  register: Register,
  { lists, mayBeAnonymous }: { lists: ListDeclaration; mayBeAnonymous: boolean },
): Condition {
  const all = [...approvers];
  const ids = all.map(([id]) => id);
  const hidesAny = mayBeAnonymous && !isAdministrator(company);
  const isDefault = (id: string) => company.defaultApproverUserIds.includes(id);
  const inQueues = all.filter(([, { approves, reads }]) => approves.length > 0 && reads.length > 0);
  const condition: Condition = (column, binds) => {
    const hides = hidesAny ? hidesStandInsSql(binds.add(company.userId), column) : 'false';
    const isNamed = (userIds: readonly string[]) =>
      `CASE WHEN ${hides} THEN ${userIds.some(isDefault)} ` +
      `ELSE ${column('approverUserIds')} && ${binds.add(userIds)}::uuid[] END`;
    const inPlace = (reach: Reach) => movingWithin(company, reach, register)(column, binds);
    const waits = `${column('approvalState')} = 'pending'`;
    const ofRow = (property: string) => `${register.working}.${columnOf(property)}`;
    const wereAsked = `(NOT ${waits} AND ${isNamed(ids)})`;
    if (inQueues.length === 0) return wereAsked;
    const isDeserted = deserted(company, register, mayBeAnonymous)(column, binds);
    const isOpen = `(${column('approvalMode')} = 'queue' OR ${isDeserted})`;
    const inQueue = inQueues.map(([userId, { approves, reads, standsIn }]) => {
      const isMe = userId === company.userId;
      const user = { bind: () => `${binds.add(userId)}::uuid`, isClient: isMe && company.isServiceClient };
      const isOthers = isOthersSql(company, user, ofRow, mayBeAnonymous && !isMe);
      const isAsked = isNamed([userId]);
      const approving = standsIn ? `(${inPlace(approves)} OR ${isAsked})` : inPlace(approves);
      const holds = `${approving} AND ${inPlace(reads)}`;
      return `(${holds} AND (${isOpen} OR ${isAsked}) AND (NOT ${waits} OR ${isOthers}))`;
    });
    return `(${[wereAsked, ...inQueue].join(' OR ')})`;
  };
  if (inQueues.length > 0 || (hidesAny && ids.some(isDefault))) return condition;
  return foundBy(condition, havingAny(lists, 'approverUserIds', ids)?.candidates);
}
