import {
  approvedEventStatuses,
  approvedHazardStatuses,
  type CompanyContext,
  type Permission,
  reachOf,
} from '@safety/contracts';
import { type Condition, columnOf } from '@safety/persistence';
import { type PendingPermissions, visibleWorkingCopies } from '../approvals/approval-conditions.js';
import { eventPermissions } from '../events/event-permissions.js';
import { hazardPermissions } from '../hazards/hazard-permissions.js';

interface Source {
  type: 'hazard' | 'event';
  table: string;
  approved: readonly string[];
  permissions: PendingPermissions;
}

const sources: readonly Source[] = [
  { type: 'hazard', table: 'hazards', approved: approvedHazardStatuses, permissions: hazardPermissions },
  { type: 'event', table: 'events', approved: approvedEventStatuses, permissions: eventPermissions },
];

/**
 * All actions, but of a hazard or event that was never approved: the words of one tell of the other. These
 * are there for those who may read what waits, and for their own assignees and creators.
 */
export function ofSourcesInSight(company: CompanyContext): Condition | undefined {
  const isEverywhere = (permission: Permission) => reachOf(company, permission) === 'everywhere';
  const hiding = sources.filter(
    ({ permissions: { readPending, approve } }) => !isEverywhere(readPending) && !isEverywhere(approve),
  );
  if (hiding.length === 0) return undefined;
  return (column, binds) => {
    const companyId = binds.add(company.companyId);
    const me = binds.add(company.userId);
    const seen = hiding.map(({ type, table, approved, permissions }) => {
      const ofSource = (property: string) => `w.${columnOf(property)}`;
      const visible = visibleWorkingCopies(company, approved, permissions)(ofSource, binds);
      return (
        `WHEN ${binds.add(type)} THEN coalesce((SELECT ${ofSource('approvedAt')} IS NOT NULL OR ${visible} FROM ${table} AS w ` +
        `WHERE w.company_id = ${companyId} AND w.id = actions.${column('sourceId')}), false)`
      );
    });
    return (
      `(CASE ${column('sourceType')} ${seen.join(' ')} ELSE true END ` +
      `OR ${column('createdByUserId')} = ${me} OR ${column('assigneeUserId')} = ${me} ` +
      `OR ${column('assigneePersonnelId')} IN ` +
      `(SELECT p.id FROM personnel AS p WHERE p.company_id = ${companyId} AND p.user_id = ${me}))`
    );
  };
}
