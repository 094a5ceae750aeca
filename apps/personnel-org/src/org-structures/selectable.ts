import { type CompanyContext, filingPermissions, type Reach, reachOf } from '@safety/contracts';

/**
 * Where the caller may select an org structure: wherever a record of any kind can be filed. Those who manage
 * users or roles select all that they read, to give roles there.
 */
export function selectableReach(company: CompanyContext): Reach {
  const givesRoles = reachOf(company, 'users.manage', 'roles.manage') === 'everywhere';
  return reachOf(company, ...filingPermissions, ...(givesRoles ? (['orgstructures.read'] as const) : []));
}
