import { type CompanyContext, type ListAssociates, type Reach, reachOf } from '@safety/contracts';
import { type CompanyActor, type Condition, foundBy, havingAny } from '@safety/persistence';
import { belowSql } from '../org-structures/tree-conditions.js';
import { associateLists } from './associate-lists.js';

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
  return havingAny(associateLists, 'orgStructureIds', orgStructureId);
};

/** Of each associate the few org structures are looked at; an index finds those who work at a given one. */
const workingAtOrBelow = ({ companyId }: CompanyActor, ids: Exclude<Reach, 'everywhere'>): Condition =>
  foundBy(
    (column, binds) => `EXISTS (SELECT FROM org_structures AS o
      WHERE o.company_id = ${binds.add(companyId)} AND o.id = ANY (${column('orgStructureIds')})
        AND o.path_ids && ${binds.add(ids)}::uuid[])`,
    (company, atMost) => ({
      text: `SELECT id FROM associates_with_org_structure_ids($1, ARRAY(${belowSql('$1', '$2')})::text[], $3) AS id`,
      values: [company, ids, atMost],
    }),
  );

/** Associates whose validity includes a date; a side without a date is open. */
export const validOn = (date: string | undefined): (Condition | undefined)[] =>
  date === undefined
    ? []
    : [
        (column, binds) => `coalesce(${column('validFrom')} <= ${binds.add(date)}::date, true)`,
        foundBy(
          (column, binds) => `coalesce(${column('validTo')} >= ${binds.add(date)}::date, true)`,
          (company, atMost) => ({ text: notEndedSql, values: [company, date, atMost] }),
        ),
      ];

/** Four ranges of the index by `valid_to`. */
const notEndedSql = ['valid_to >= $2', 'valid_to IS NULL AND $2::date IS NOT NULL']
  .flatMap((range) => [false, true].map((archived) => ({ range, archived })))
  .map(
    ({ range, archived }) =>
      `(SELECT id FROM associates WHERE company_id = $1 AND archived = ${archived} AND ${range} LIMIT $3)`,
  )
  .join(' UNION ALL ');
