import type { CompanyContext, Reach } from '@safety/contracts';
import type { Condition } from '@safety/persistence';

/** The row lies at or below one of these places; no condition when none are given to compare with. */
export const atOrBelow = (
  { companyId }: Pick<CompanyContext, 'companyId'>,
  placeIds: readonly string[] | undefined,
): Condition | undefined =>
  placeIds &&
  ((column, binds) =>
    `${column('orgStructureId')} IN (SELECT place.id FROM org_structures place ` +
    `WHERE place.company_id = ${binds.add(companyId)} AND place.path_ids && ${binds.add(placeIds)}::uuid[])`);

/** The row lies where a permission counts. */
export const within = (company: Pick<CompanyContext, 'companyId'>, reach: Reach): Condition | undefined =>
  reach === 'everywhere' ? undefined : atOrBelow(company, reach);
