import { type Reach } from '@safety/contracts';
import { anyOf, type Condition, eitherArchived, foundBy, knownBy } from '../rows/sql.js';
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
    knownBy(
      (column, binds) =>
        `${column('orgStructureId')} IN (${belowSql(binds.add(companyId), [binds.add(orgStructureIds)])})`,
      { below: [orgStructureIds] },
    ),
    (company, atMost, table) => ({
      text: atSql(table, belowSql('$1', ['$2']), '$3'),
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
 * The statement of the rows at some org structures. The order says which index to use: how many rows there
 * are at org structures that it does not know yet, nobody knows.
 */
export const atSql = (table: string, places: string, atMost: string): string =>
  eitherArchived(
    (archived) =>
      `SELECT id FROM ${table} WHERE company_id = $1 AND archived = ${archived} ` +
      `AND org_structure_id = ANY (ARRAY(${places})) ORDER BY org_structure_id LIMIT ${atMost}`,
  );

/** The statement of the org structures that are at or below one of the ids of each list. */
export const belowSql = (company: string, lists: readonly string[]): string =>
  `SELECT o.id FROM org_structures o WHERE o.company_id = ${company}` +
  lists.map((ids) => ` AND o.path_ids && ${ids}::uuid[]`).join('');

/** The rows at org structures where a permission counts. */
export const withinReach = (company: Pick<CompanyActor, 'companyId'>, reach: Reach): Condition | undefined =>
  reach === 'everywhere' ? undefined : atOrBelow(company, reach);
