import { type Reach } from '@safety/contracts';
import { anyOf, type Condition, foundBy } from '../rows/sql.js';
import type { CompanyActor } from '../transaction/company-transactions.js';

/** A reach as the value of a statement: null where nothing limits it. */
export const limitOf = (reach: Reach): readonly string[] | null => (reach === 'everywhere' ? null : reach);

/** The rows whose org structure is covered; `property` holds the ids from the root down to it. */
export const coveredBy = (reach: Reach, property: string): Condition | undefined =>
  reach === 'everywhere'
    ? undefined
    : (column, binds) => `${column(property)} && ${binds.add(reach)}::uuid[]`;

/** The rows at or below one of these org structures; no condition when none are given to compare with. */
export const atOrBelow = (
  { companyId }: Pick<CompanyActor, 'companyId'>,
  orgStructureIds: readonly string[] | undefined,
): Condition | undefined =>
  orgStructureIds &&
  foundBy(
    (column, binds) =>
      `${column('orgStructureId')} IN (${belowSql(binds.add(companyId), binds.add(orgStructureIds))})`,
    (company, atMost, table) => ({
      text: [false, true].map((archived) => `(${atSql(table, archived)})`).join(' UNION ALL '),
      values: [company, orgStructureIds, atMost],
    }),
  );

/** The rows of a list's `orgStructureId`, with `includeDescendants` those below as well. */
export const lyingAt = (
  company: Pick<CompanyActor, 'companyId'>,
  query: { orgStructureId?: string[] | undefined; includeDescendants: boolean },
): Condition | undefined =>
  query.includeDescendants
    ? atOrBelow(company, query.orgStructureId)
    : anyOf('orgStructureId', query.orgStructureId);

/**
 * The order says which index to use: how many rows there are at org structures that it does not know yet,
 * nobody knows.
 */
const atSql = (table: string, archived: boolean): string =>
  `SELECT id FROM ${table} WHERE company_id = $1 AND archived = ${archived} ` +
  `AND org_structure_id = ANY (ARRAY(${belowSql('$1', '$2')})) ORDER BY org_structure_id LIMIT $3`;

const belowSql = (company: string, ids: string): string =>
  `SELECT o.id FROM org_structures o WHERE o.company_id = ${company} AND o.path_ids && ${ids}::uuid[]`;

/** The rows at org structures where a permission counts. */
export const withinReach = (company: Pick<CompanyActor, 'companyId'>, reach: Reach): Condition | undefined =>
  reach === 'everywhere' ? undefined : atOrBelow(company, reach);
