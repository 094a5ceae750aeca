import {
  type CompanyContext,
  covers,
  type ListTraining,
  type Permission,
  type Reach,
  reachOf,
} from '@safety/contracts';
import { Binds, type Condition, foundBy, often, type Statement } from '@safety/persistence';

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
  const reaches = limitsOf(company);
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

/**
 * The same, asked of each person by itself. So it is known before a row that takes long to compute, however
 * many people are in sight.
 */
export function ofEachInSight(company: CompanyContext): Condition | undefined {
  const reaches = limitsOf(company);
  if (reaches.length === 0) return undefined;
  return ofEachThere(company, (binds) => {
    const user = binds.add(company.userId);
    return `(p.user_id = ${user} OR ${belowSql(reaches.map((reach) => binds.add(reach)))})`;
  });
}

/** Org structures that a list names. */
type NamedPlaces = Pick<ListTraining, 'orgStructureId' | 'includeDescendants'>;

/** The rows of people who are where a list says, asked of each person by itself. */
export function ofEachAt(company: CompanyContext, { orgStructureId, includeDescendants }: NamedPlaces) {
  if (!orgStructureId) return undefined;
  return ofEachThere(company, (binds) => {
    const places = binds.add(orgStructureId);
    return includeDescendants ? belowSql([places]) : `${PLACE} = ANY(${places}::uuid[])`;
  });
}

/** Finds some of those in sight who are where a list says; undefined where that is everybody. */
export function somePeople(
  company: CompanyContext,
  { orgStructureId, includeDescendants }: NamedPlaces,
  atMost: number,
): Statement | undefined {
  const below = [...limitsOf(company), ...(orgStructureId && includeDescendants ? [orgStructureId] : [])];
  const exactly = includeDescendants ? undefined : orgStructureId;
  if (below.length === 0 && !exactly) return undefined;
  const binds = new Binds();
  const given = [company.companyId, company.userId, ...below].map((value) => binds.add(value));
  const people = peopleSql(given, exactly && binds.add(exactly));
  return { text: `SELECT id FROM (${people}) AS there LIMIT ${binds.add(atMost)}`, values: binds.values };
}

const limitsOf = (company: CompanyContext): (readonly string[])[] =>
  sightOf(company).filter((reach) => reach !== 'everywhere');

/** PostgreSQL expects hardly any row of such a condition, and would not read the order of the list. */
const ofEachThere = (
  { companyId }: CompanyContext,
  isThere: (binds: Binds) => string,
): Condition | undefined =>
  often(
    (column, binds) => `(SELECT true FROM personnel AS p
      LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = ${PLACE}
      WHERE p.company_id = ${binds.add(companyId)} AND p.id = ${column('personnelId')} AND ${isThere(binds)})`,
  );

/** Where person `p` is: somebody who works nowhere yet is where the first record of the work history says. */
const PLACE = 'coalesce(p.org_structure_id, p.place_id)';

/** SQL of whether org structure `o` is at or below one of each list. */
const belowSql = (lists: readonly string[]): string =>
  lists.map((ids) => `o.path_ids && ${ids}::uuid[]`).join(' AND ');

/**
 * The user's own record, and the people below one of each list, at one of those that are named exactly. An
 * org structure that is named need not be known yet.
 */
const peopleSql = ([company = '', user = '', ...lists]: string[], exactly?: string): string => {
  const at = (place: string): string => {
    const where = [
      ...(lists.length > 0 ? [belowSql(lists)] : []),
      ...(exactly ? [`${place} = ANY(${exactly}::uuid[])`] : []),
    ];
    return `
  SELECT p.id FROM personnel AS p
  LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = ${place}
  WHERE p.company_id = ${company} AND ${where.join(' AND ')}`;
  };
  return `
  SELECT p.id FROM personnel AS p WHERE p.company_id = ${company} AND p.user_id = ${user}
  UNION ALL ${at('p.org_structure_id')}
  UNION ALL ${at('p.place_id')} AND p.org_structure_id IS NULL`;
};
