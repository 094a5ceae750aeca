import { type CompanyContext, covers, type Permission, type Reach, reachOf } from '@safety/contracts';
import { type Condition, foundBy } from '@safety/persistence';

/**
 * Where the caller sees the training of other people. `training.read` alone shows one's own: for others it
 * takes `personnel.read` or `training.write` too, at the same org structure.
 */
export function sightOf(company: CompanyContext): [reading: Reach, others: Reach] {
  const reaches = (['personnel.read', 'training.write'] satisfies Permission[]).map((permission) =>
    reachOf(company, permission),
  );
  const others = reaches.some((reach) => reach === 'everywhere') ? 'everywhere' : reaches.flat();
  return [reachOf(company, 'training.read'), others];
}

/** Whether the caller sees the training of somebody at an org structure, or one's own. */
export const sees = (
  company: CompanyContext,
  { userId, pathIds }: { userId: string | null; pathIds: readonly string[] },
): boolean => userId === company.userId || sightOf(company).every((reach) => covers(reach, pathIds));

/** The rows of people in sight. */
export function ofPeopleInSight(company: CompanyContext): Condition | undefined {
  const reaches = sightOf(company).filter((reach) => reach !== 'everywhere');
  if (reaches.length === 0) return undefined;
  const values = [company.companyId, company.userId, ...reaches];
  return foundBy(
    (column, binds) => `${column('personnelId')} IN (${peopleSql(values.map((value) => binds.add(value)))})`,
    (_, atMost, table) => ({
      text: `SELECT id FROM ${table} WHERE company_id = $1
        AND personnel_id = ANY (ARRAY(${peopleSql(values.map((_value, index) => `$${index + 1}`))}))
        LIMIT $${values.length + 1}`,
      values: [...values, atMost],
    }),
  );
}

/** Somebody who works nowhere yet is in sight where the first record of the work history says. */
const peopleSql = ([company = '', user = '', ...reaches]: string[]): string => {
  const inReach = reaches.map((reach) => `o.path_ids && ${reach}::uuid[]`).join(' AND ');
  const at = (place: string): string => `
  SELECT p.id FROM personnel AS p
  JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = ${place}
  WHERE p.company_id = ${company} AND ${inReach}`;
  return `
  SELECT p.id FROM personnel AS p WHERE p.company_id = ${company} AND p.user_id = ${user}
  UNION ALL ${at('p.org_structure_id')}
  UNION ALL ${at('p.place_id')} AND p.org_structure_id IS NULL`;
};
