import { type CompanyContext, type ListAssociates, type Reach, reachOf } from '@safety/contracts';
import { type CompanyActor, type Condition } from '@safety/persistence';

/**
 * Associates whom the caller may read: those who work at or below an org structure of the role. An associate
 * of no org structure is known to roles that count everywhere alone.
 */
export const readable = (company: CompanyContext): Condition | undefined => {
  const reach = reachOf(company, 'associates.read');
  return reach === 'everywhere' ? undefined : workingAtOrBelow(company, reach);
};

/** Associates who work at the org structures that a query names. */
export const workingAt = (
  company: CompanyContext,
  { orgStructureId, includeDescendants }: Pick<ListAssociates, 'orgStructureId' | 'includeDescendants'>,
): Condition | undefined => {
  if (!orgStructureId) return undefined;
  if (includeDescendants) return workingAtOrBelow(company, orgStructureId);
  return (column, binds) => `${column('orgStructureIds')} && ${binds.add(orgStructureId)}::uuid[]`;
};

const workingAtOrBelow =
  ({ companyId }: CompanyActor, ids: Exclude<Reach, 'everywhere'>): Condition =>
  (column, binds) =>
    `${column('orgStructureIds')} && ARRAY(SELECT o.id FROM org_structures AS o
      WHERE o.company_id = ${binds.add(companyId)} AND o.path_ids && ${binds.add(ids)}::uuid[])`;

/** Associates whose validity includes a date; a side without a date is open. */
export const validOn = (date: string | undefined): Condition | undefined =>
  date === undefined
    ? undefined
    : (column, binds) => {
        const day = `${binds.add(date)}::date`;
        return `coalesce(${column('validFrom')} <= ${day}, true) AND coalesce(${column('validTo')} >= ${day}, true)`;
      };
