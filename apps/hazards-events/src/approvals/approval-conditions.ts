import { type CompanyContext, type Permission, type Reach, reachOf } from '@safety/contracts';
import {
  anyOf,
  type Condition,
  columnOf,
  foundBy,
  havingAny,
  type ListDeclaration,
  withinReach,
} from '@safety/persistence';
import type { DecidingPermissions } from '../read-models/company-users.js';
import { isAdministrator } from './anonymity.js';
import { flaggedStatuses } from './approval.entity.js';
import type { ApproverReach } from './approvers.js';
import { deserted } from './deciding.js';

/** The permissions that open records which are not approved. */
export interface PendingPermissions {
  readPending: Permission;
  approve: Permission;
}

const anywhere: Condition = () => 'true';

const within = (company: CompanyContext, permission: Permission): Condition =>
  withinReach(company, reachOf(company, permission)) ?? anywhere;

/**
 * The rows of which the caller may read what is not approved: own ones, those to decide on, or by permission.
 */
export const mayReadPending =
  (company: CompanyContext, { readPending, approve }: PendingPermissions): Condition =>
  (column, binds) => {
    const me = binds.add(company.userId);
    return `(${[
      `${column('createdByUserId')} = ${me}`,
      `${column('submittedByUserId')} = ${me}`,
      `${me} = ANY(${column('approverUserIds')})`,
      within(company, readPending)(column, binds),
      within(company, approve)(column, binds),
    ].join(' OR ')})`;
  };

/**
 * The working copies that a caller may see: approved ones, others as above, and drafts of their author alone.
 * An archived draft is one that was deleted: polls alone tell of it.
 */
export const visibleWorkingCopies =
  (company: CompanyContext, approved: readonly string[], permissions: PendingPermissions): Condition =>
  (column, binds) =>
    `(${column('status')} = ANY(${binds.add(approved)}) OR (${column('status')} = 'draft' AND ` +
    `NOT ${column('archived')} AND ${column('createdByUserId')} = ${binds.add(company.userId)}) OR (${column('status')} <> 'draft' AND ` +
    `${mayReadPending(company, permissions)(column, binds)}))`;

/**
 * The snapshots of which there is no flagged working copy in `table` that the caller may read in their place.
 * Of `NOT EXISTS` PostgreSQL could hash all flagged rows of the company before it shows a page.
 */
export const notFlaggedInstead =
  (company: CompanyContext, table: string, read: Permission, permissions: PendingPermissions): Condition =>
  (column, binds) => {
    const inner = (property: string) => `w.${column(property)}`;
    return (
      `(SELECT w.id FROM ${table} AS w WHERE w.company_id = ${binds.add(company.companyId)} ` +
      `AND w.id = ${table}_and_copies.${column('id')} ` +
      `AND w.status = ANY(${binds.add(flaggedStatuses)}) ` +
      `AND ${within(company, read)(inner, binds)} AND ${mayReadPending(company, permissions)(inner, binds)}) IS NULL`
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
 * The working copies at a place that a reach covers and, where a snapshot says where they were, there too.
 */
const movingWithin =
  (company: CompanyContext, reach: Reach, { working, snapshots }: Tables): Condition =>
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

interface Tables {
  working: string;
  snapshots: string;
}

/**
 * Asked by name or, in a queue, by their permission at the place; so are those of a named approval of whom
 * too few are left. The reporter of an anonymous record is no approver in its answers, so a filter must not
 * find one either. An index serves those who are in no queue.
 */
export function askedToDecide(
  company: CompanyContext,
  approvers: ReadonlyMap<string, ApproverReach>,
  { lists, mayBeAnonymous, permissions, ...tables }: AskedOptions,
): Condition {
  const userIds = [...approvers.keys()];
  const inQueues = [...approvers.values()].filter(
    ({ approves, reads }) => approves.length > 0 && reads.length > 0,
  );
  const condition: Condition = (column, binds) => {
    const queues = inQueues.map(({ approves, reads }) =>
      [approves, reads].map((reach) => movingWithin(company, reach, tables)(column, binds)).join(' AND '),
    );
    const isOpen = `(${column('approvalMode')} = 'queue' OR ${deserted(company, permissions, { ...tables, mayBeAnonymous })(column, binds)})`;
    const inQueue = `(${isOpen} AND (${['false', ...queues].join(' OR ')}))`;
    const shown = () =>
      `array_remove(${column('approverUserIds')}, ` +
      `CASE WHEN ${column('anonymous')} THEN ${column('createdByUserId')} END)`;
    const named = mayBeAnonymous && !isAdministrator(company) ? shown() : column('approverUserIds');
    return `(${named} && ${binds.add(userIds)}::uuid[] OR ${inQueue})`;
  };
  if (inQueues.length > 0) return condition;
  return foundBy(condition, havingAny(lists, 'approverUserIds', userIds)?.candidates);
}

type AskedOptions = Tables & {
  lists: ListDeclaration;
  mayBeAnonymous: boolean;
  permissions: DecidingPermissions;
};
