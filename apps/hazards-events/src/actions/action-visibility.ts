import { type CompanyContext, type Permission, reachOf } from '@safety/contracts';
import { type Condition, columnOf } from '@safety/persistence';
import { visibleWorkingCopies } from '../approvals/approval-conditions.js';
import type { Register } from '../approvals/register.js';
import { eventRegister } from '../events/event-register.js';
import { hazardRegister } from '../hazards/hazard-register.js';

/** The registers whose rows actions come from. */
export const registers: readonly Register[] = [hazardRegister, eventRegister];

/**
 * All actions, but of a hazard or event that was never approved: the words of one tell of the other. These
 * are there for those who may read what waits, and for their own assignees and creators.
 */
export function ofSourcesInSight(company: CompanyContext): Condition | undefined {
  const isEverywhere = (permission: Permission) => reachOf(company, permission) === 'everywhere';
  const hiding = registers.filter(
    ({ permissions: { readPending, approve } }) => !isEverywhere(readPending) && !isEverywhere(approve),
  );
  if (hiding.length === 0) return undefined;
  return (column, binds) => {
    const companyId = binds.add(company.companyId);
    const me = binds.add(company.userId);
    const seen = hiding.map((register) => {
      const { what, working } = register;
      const ofSource = (property: string) => `w.${columnOf(property)}`;
      const visible = visibleWorkingCopies(company, register)(ofSource, binds);
      return (
        `WHEN ${binds.add(what)} THEN coalesce((SELECT ${ofSource('approvedAt')} IS NOT NULL OR ${visible} ` +
        `FROM ${working} AS w WHERE w.company_id = ${companyId} AND w.id = actions.${column('sourceId')}), false)`
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
