import { type CompanyContext, type ListPersonnel, type Permission, reachOf } from '@safety/contracts';
import { allOf, anyOf, type Condition, coveredBy, foundBy } from '@safety/persistence';
import { belowSql } from '../org-structures/tree-conditions.js';
import { atOn, type Day, includes, onDays } from './found-by-days.js';

/** People whom the caller may read: those at or below the places of the role. */
export function readable(company: CompanyContext): Condition | undefined {
  const reach = reachOf(company, 'personnel.read');
  const covered = coveredBy(reach, 'placeIds');
  return covered && reach !== 'everywhere'
    ? foundBy(covered, ...atOn(company, 'app.today', reach))
    : undefined;
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
  const reach = reachOf(company, permission);
  if (reach === 'everywhere') return undefined;
  return (column, binds) => {
    const companyId = binds.add(company.companyId);
    return `${column(property)} IN (${atSql('app.today', companyId, belowSql(companyId, binds.add(reach)))})`;
  };
}

/** People who work at the places that a query names, on the date that it asks for. */
export function workingAt(
  company: CompanyContext,
  { orgStructureId: ids, includeDescendants }: Pick<ListPersonnel, 'orgStructureId' | 'includeDescendants'>,
): Condition | undefined {
  if (!ids) return undefined;
  if (includeDescendants) {
    const covered = coveredBy(ids, 'orgStructurePathIds');
    return covered && foundBy(covered, ...atOn(company, 'app.as_of', ids));
  }
  const there = anyOf('orgStructureId', ids);
  return there && foundBy(there, ...onDays(company, 'work_history_days', 'org_structure_id', ids));
}

/** People whose work history says one of `values` on the date that is asked for. */
export function employedAs(
  company: CompanyContext,
  property: keyof typeof daysColumns,
  values: readonly string[] | undefined,
): Condition | undefined {
  const condition = anyOf(property, values);
  const column = daysColumns[property];
  return condition && values && foundBy(condition, ...onDays(company, 'work_history_days', column, values));
}

const daysColumns = {
  jobTitle: 'job_title',
  employmentStatus: 'employment_status',
  employmentType: 'employment_type',
};

/** People of these training statuses on the date that is asked for: an index finds them by their days. */
export function trained(
  company: CompanyContext,
  values: readonly string[] | undefined,
): Condition | undefined {
  const condition = anyOf('trainingStatus', values);
  return (
    condition && values && foundBy(condition, ...onDays(company, 'training_status_days', 'status', values))
  );
}

/** People who are at these places on a day; before the first record, where that will put them. */
const atSql = (day: Day, company: string, placesSql: string): string =>
  `SELECT personnel_id AS id FROM work_history_days
    WHERE company_id = ${company} AND org_structure_id = ANY (ARRAY(${placesSql})) AND ${includes(day)}`;
