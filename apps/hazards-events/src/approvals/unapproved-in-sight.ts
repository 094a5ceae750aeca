import { type CompanyContext, flaggedStatuses, reachOf } from '@safety/contracts';
import {
  areFew,
  Binds,
  belowSql,
  type CompanyTransaction,
  type Condition,
  columnOf,
  type ListDeclaration,
  namesAtPlaces,
  withinReach,
} from '@safety/persistence';
import { mayReadPending } from './approval-conditions.js';
import type { Register } from './register.js';

/** SQL of the working copies that are not what was approved. Indexes hold these alone. */
const unapprovedSql = (approved: readonly string[]): string => `status <> ALL ('{${approved.join(',')}}')`;

/**
 * Finds the working copies in these statuses, none of which is what was approved, that the caller may read:
 * own ones, those to decide on, and by permission at some org structures. None for those who may read all of
 * them.
 */
export function unapprovedInSight(
  company: CompanyContext,
  { working, permissions: { readPending, approve }, approved }: Register,
  lists: ListDeclaration,
  statuses: readonly string[],
): Condition['candidates'] {
  const reaches = [reachOf(company, readPending), reachOf(company, approve)];
  if (reaches.includes('everywhere')) return undefined;
  const places = [...new Set(reaches.flat())];
  return (companyId, atMost) => {
    const binds = new Binds();
    const ofCompany = binds.add(companyId);
    const me = `${binds.add(company.userId)}::uuid`;
    const most = `${binds.add(atMost)}::integer`;
    const by = (column: string): string =>
      `SELECT id FROM ${working} WHERE company_id = ${ofCompany} AND ${column} = ${me} ` +
      `AND ${unapprovedSql(approved)} LIMIT ${most}`;
    const asked = `SELECT id FROM ${working}_with_approver_user_ids(${ofCompany}, ARRAY[${me}::text], ${most}) AS id`;
    const parts = [by('created_by_user_id'), by('submitted_by_user_id'), asked];
    if (places.length > 0) {
      const below = belowSql(ofCompany, [binds.add(places)]);
      const names = binds.add(namesAtPlaces(lists, { property: 'status', values: statuses }));
      parts.push(
        `SELECT id FROM ${working}_at_places(${ofCompany}, ARRAY(${below}), ${names}, ${most}) AS id`,
      );
    }
    return { text: parts.map((part) => `(${part})`).join(' UNION ALL '), values: binds.values };
  };
}

/** Of more than this a page in any order is near. */
const MOST = 500;

/**
 * The ids of the working copies that wait and that the caller reads in the place of what was approved;
 * undefined when they are many, or all that there are.
 */
export async function waitingInSight(
  company: CompanyContext,
  { read }: Pick<CompanyTransaction, 'read'>,
  register: Register,
  lists: ListDeclaration,
): Promise<readonly string[] | undefined> {
  const find = unapprovedInSight(company, register, lists, flaggedStatuses);
  if (!find) return undefined;
  const { working, permissions } = register;
  const { text, values } = find(company.companyId, MOST + 1, working);
  const binds = new Binds();
  for (const value of values) binds.add(value);
  const column = (property: string) => `w.${columnOf(property)}`;
  const known = `SELECT * FROM ${working} WHERE company_id = ${binds.add(company.companyId)} AND id = ANY (found.ids)`;
  const readable = [
    `w.status = ANY (${binds.add(flaggedStatuses)})`,
    withinReach(company, reachOf(company, permissions.read))?.(column, binds) ?? 'true',
    mayReadPending(company, permissions)(column, binds),
  ];
  const { rows } = await read<{ ids: string[] | null }>(
    `SELECT CASE WHEN ${areFew('ids', MOST)} THEN ` +
      `ARRAY(SELECT w.id FROM (${known} OFFSET 0) AS w WHERE ${readable.join(' AND ')}) END AS ids ` +
      `FROM (SELECT ARRAY(${text}) AS ids OFFSET 0) AS found`,
    binds.values,
  );
  return rows[0]?.ids ?? undefined;
}
