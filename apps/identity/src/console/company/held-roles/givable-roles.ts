import type { Page, roleSchema, UserPermissions } from '@safety/contracts';
import type { z } from 'zod';
import type { CompanyVisit } from '../visit/company-visit.js';

/** A role that can be given, and whether it makes an event manager. */
export interface GivableRole {
  id: string;
  name: string;
  evm: boolean;
}

const MOST_ROLES = 200;

/** Roles to choose from; for users who may not see the roles of the company, those that they hold. */
export async function rolesToGive({ accounts, personnelOrg }: CompanyVisit): Promise<GivableRole[]> {
  const known = await accounts.getIfAllowed<Page<z.output<typeof roleSchema>>>('/roles', {
    limit: MOST_ROLES,
  });
  if (known) return known.data.map(({ id, name, evm }) => ({ id, name, evm }));
  const own = await personnelOrg.get<UserPermissions>('/users/me/permissions');
  const held = own.roles.filter(({ companyWide }) => companyWide);
  return held.map(({ roleId: id, roleName: name, isEventManager: evm }) => ({ id, name, evm }));
}
