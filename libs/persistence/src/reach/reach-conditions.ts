import { type Reach } from '@safety/contracts';
import type { Condition } from '../rows/sql.js';
import type { CompanyActor } from '../transaction/company-transactions.js';

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
  ((column, binds) =>
    `${column('orgStructureId')} IN (SELECT o.id FROM org_structures o ` +
    `WHERE o.company_id = ${binds.add(companyId)} AND o.path_ids && ${binds.add(orgStructureIds)}::uuid[])`);

/** The rows at org structures where a permission counts. */
export const withinReach = (company: Pick<CompanyActor, 'companyId'>, reach: Reach): Condition | undefined =>
  reach === 'everywhere' ? undefined : atOrBelow(company, reach);
