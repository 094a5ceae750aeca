import type { Page, roleSchema, UserPermissions } from '@safety/contracts';
import type { z } from 'zod';
import type { CompanyVisit } from '../visit/company-visit.js';

/** A role that can be given, and whether it makes an event manager. */
export interface GivableRole {
  id: string;
  name: string;
  evm: boolean;
}

/** In one answer. */
const AT_ONCE = 200;

type Role = z.output<typeof roleSchema>;

/** Roles to choose from; for users who may not see the roles of the company, those that they hold. */
export async function rolesToGive({ accounts, personnelOrg }: CompanyVisit): Promise<GivableRole[]> {
  const known = await rolesOf(accounts);
  if (known) return known.map(({ id, name, evm }) => ({ id, name, evm }));
  const own = await personnelOrg.get<UserPermissions>('/users/me/permissions');
  const held = own.roles.filter(({ companyWide }) => companyWide);
  return held.map(({ roleId: id, roleName: name, isEventManager: evm }) => ({ id, name, evm }));
}

/** All roles of the company; nothing where the user may not see them. */
export async function rolesOf(accounts: CompanyVisit['accounts']): Promise<Role[] | undefined> {
  const roles: Role[] = [];
  let cursor: string | undefined;
  do {
    const found = await accounts.getIfAllowed<Page<Role>>('/roles', { limit: AT_ONCE, cursor });
    if (!found) return undefined;
    roles.push(...found.data);
    cursor = found.page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return roles;
}
