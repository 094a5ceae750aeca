import { type CompanyContext, type ListPersonnel, reachOf } from '@safety/contracts';
import { allOf, anyOf, type Condition, coveredBy, type Lookup } from '@safety/persistence';

/** People whom the caller may read: those at or below the places of the role. */
export function readable(company: CompanyContext): Condition | undefined {
  const reach = reachOf(company, 'personnel.read');
  return reach === 'everywhere' ? undefined : allOf(everAt(company, reach), coveredBy(reach, 'placeIds'));
}

/**
 * Rows of people whom the caller may read, today; `property` names the person. Needs `PersonnelToday.begin` in the
 * same transaction.
 */
export function ofReadable(company: CompanyContext, property: 'id' | 'personnelId'): Condition | undefined {
  const visible = readable(company);
  return (
    visible &&
    ((column, binds) =>
      `${column(property)} IN (SELECT id FROM personnel_today ` +
      `WHERE company_id = ${binds.add(company.companyId)} AND ${visible(columnOfPeople, binds)})`)
  );
}

const columnOfPeople = (property: string): string => (property === 'placeIds' ? 'place_ids' : property);

/** People who work at the places that a query names, on the date that it asks for. */
export function workingAt({
  orgStructureId,
  includeDescendants,
}: Pick<ListPersonnel, 'orgStructureId' | 'includeDescendants'>): Lookup | undefined {
  if (!orgStructureId) return undefined;
  const condition = includeDescendants
    ? coveredBy(orgStructureId, 'orgStructurePathIds')
    : anyOf('orgStructureId', orgStructureId);
  return {
    condition: condition ?? nobody,
    candidates: (company, atMost) => ({
      text: `SELECT personnel_id AS id FROM work_history
        WHERE company_id = $1 AND org_structure_id = ANY (${placesSql('$1', '$2')}) LIMIT $3`,
      values: [company, orgStructureId, atMost],
    }),
  };
}

const nobody: Condition = () => 'false';

/** People whose work history says one of `values` today: an index finds those of whom it ever says so. */
export function employedAs(
  property: 'jobTitle' | 'employmentStatus' | 'employmentType',
  values: readonly string[] | undefined,
): Lookup | undefined {
  const condition = anyOf(property, values);
  if (!condition || !values) return undefined;
  return {
    condition,
    candidates: (company, atMost) => ({
      text: `SELECT personnel_id AS id FROM work_history
        WHERE company_id = $1 AND ${historyColumns[property]} = ANY ($2) LIMIT $3`,
      values: [company, values, atMost],
    }),
  };
}

const historyColumns = {
  jobTitle: 'job_title',
  employmentStatus: 'employment_status',
  employmentType: 'employment_type',
};

/**
 * People with any record, past or future, at or below these places. It decides nothing: an index finds them, and only
 * for them is it looked up where they are today (of 100,000 people, 250 at one place: 7 ms in place of 170).
 */
const everAt =
  ({ companyId }: CompanyContext, placeIds: readonly string[]): Condition =>
  (column, binds) => {
    const company = binds.add(companyId);
    return `${column('id')} IN (SELECT personnel_id FROM work_history
      WHERE company_id = ${company} AND org_structure_id = ANY (${placesSql(company, binds.add(placeIds))}))`;
  };

/** These places and all below them. */
const placesSql = (company: string, placeIds: string): string =>
  `ARRAY(SELECT id FROM org_structures WHERE company_id = ${company} AND path_ids && ${placeIds}::uuid[])`;
