import { type companyRoleAssignmentSchema, isId, type Page, type User } from '@safety/contracts';
import { notFound } from '@safety/platform';
import type { z } from 'zod';
import { rolesOf } from '../held-roles/givable-roles.js';
import { type Holder, holderOfUser } from '../held-roles/holder.js';
import { EVER } from '../query.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { userOf } from './company-users.js';

type Stored = z.output<typeof companyRoleAssignmentSchema>;

/** A user holds fewer roles at once. */
const MOST_HELD = 200;

/**
 * A user to whom roles are given. Those who do not administer users see the name, as every member does.
 * Throws 404.
 */
export async function holderOf(company: CompanyVisit, id: string): Promise<Holder> {
  if (company.may('users')) return holderOfUser(company, await userOf(company, id));
  if (!isId(id)) throw notFound('user');
  const [users, held, roles] = await Promise.all([
    company.personnelOrg.get<Page<User>>('/users', { ids: id, modifiedSince: EVER }),
    company.accounts.get<Page<Stored>>('/roleassignments', { userId: id, limit: MOST_HELD }),
    rolesOf(company.accounts),
  ]);
  const user = users.data.find(({ archived }) => !archived);
  if (!user) throw notFound('user');
  const names = new Map(roles?.map(({ id: roleId, name }) => [roleId, name]));
  const assignments = held.data.map((one) => ({ ...one, roleName: names.get(one.roleId) ?? one.roleId }));
  const { displayName, email } = user;
  return holderOfUser(company, { id, displayName, email, archived: false, assignments });
}
