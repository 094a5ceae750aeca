import { type CompanyContext, type ListPersonnel, type Permission, reachOf } from '@safety/contracts';
import { allOf, anyOf, type Condition, coveredBy, foundBy } from '@safety/persistence';
import { belowSql } from '../org-structures/tree-conditions.js';

/** People whom the caller may read: those at or below the places of the role. */
export const readable = (company: CompanyContext): Condition | undefined => within(company, 'personnel.read');

function within(company: CompanyContext, permission: Permission): Condition | undefined {
  const reach = reachOf(company, permission);
  return reach === 'everywhere' ? undefined : allOf(everAt(company, reach), coveredBy(reach, 'placeIds'));
}

/**
 * Rows of people whom the caller may read, today; `property` names the person. Needs `PersonnelToday.begin`
 * in the same transaction.
 */
export const ofReadable = (company: CompanyContext, property: PersonProperty): Condition | undefined =>
  of(company, property, 'personnel.read');

/** The same of people whose sensitive members the caller may read too. */
export const ofOpen = (company: CompanyContext, property: PersonProperty): Condition | undefined =>
  allOf(ofReadable(company, property), of(company, property, 'personnel.sensitive'));

type PersonProperty = 'id' | 'personnelId';

function of(
  company: CompanyContext,
  property: PersonProperty,
  permission: Permission,
): Condition | undefined {
  const visible = within(company, permission);
  return (
    visible &&
    ((column, binds) =>
      `${column(property)} IN (SELECT id FROM personnel_today ` +
      `WHERE company_id = ${binds.add(company.companyId)} AND ${visible(columnOfPeople, binds)})`)
  );
}

const columnOfPeople = (property: string): string => (property === 'placeIds' ? 'place_ids' : property);

/** People who work at the places that a query names, on the date that it asks for. */
export function workingAt(
  company: CompanyContext,
  { orgStructureId, includeDescendants }: Pick<ListPersonnel, 'orgStructureId' | 'includeDescendants'>,
): (Condition | undefined)[] {
  if (!orgStructureId) return [];
  if (!includeDescendants) return [everAt(company, orgStructureId), anyOf('orgStructureId', orgStructureId)];
  return [everAt(company, orgStructureId), coveredBy(orgStructureId, 'orgStructurePathIds')];
}

/** People whose work history says one of `values` today: an index finds those of whom it ever says so. */
export function employedAs(
  property: keyof typeof historyColumns,
  values: readonly string[] | undefined,
): Condition | undefined {
  const condition = anyOf(property, values);
  return (
    condition &&
    foundBy(condition, (company, atMost) => ({
      text: `SELECT personnel_id AS id FROM work_history
        WHERE company_id = $1 AND ${historyColumns[property]} = ANY ($2) LIMIT $3`,
      values: [company, values, atMost],
    }))
  );
}

const historyColumns = {
  jobTitle: 'job_title',
  employmentStatus: 'employment_status',
  employmentType: 'employment_type',
};

/** People of these training statuses on the date that is asked for: an index finds them by their days. */
export function trained(values: readonly string[] | undefined): Condition | undefined {
  const condition = anyOf('trainingStatus', values);
  return (
    condition &&
    foundBy(condition, (company, atMost) => ({
      text: `SELECT personnel_id AS id FROM training_status_days WHERE company_id = $1 AND status = ANY ($2)
        AND first_day <= current_setting('app.as_of')::date AND end_day > current_setting('app.as_of')::date
        LIMIT $3`,
      values: [company, values, atMost],
    }))
  );
}

/**
 * People with any record, past or future, at or below these places. It decides nothing: an index finds them,
 * and only for them is it looked up where they are today (of 100,000 people, 250 at one place: 7 ms in place
 * of 170).
 */
const everAt = ({ companyId }: CompanyContext, placeIds: readonly string[]): Condition =>
  foundBy(
    (column, binds) => `${column('id')} IN (${everAtSql(binds.add(companyId), binds.add(placeIds))})`,
    (company, atMost) => ({
      text: `${everAtSql('$1', '$2')} ORDER BY org_structure_id LIMIT $3`,
      values: [company, placeIds, atMost],
    }),
  );

const everAtSql = (company: string, placeIds: string): string =>
  `SELECT personnel_id AS id FROM work_history
    WHERE company_id = ${company} AND org_structure_id = ANY (ARRAY(${belowSql(company, placeIds)}))`;
