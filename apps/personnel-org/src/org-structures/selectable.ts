import { type CompanyContext, filingPermissions, type Reach, reachOf } from '@safety/contracts';

/**
 * Where the caller may select an org structure: wherever a record of any kind can be filed. Those who manage
 * users or roles select all, to give roles there.
 */
export const selectableReach = (company: CompanyContext): Reach =>
  reachOf(company, 'users.manage', 'roles.manage') === 'everywhere'
    ? 'everywhere'
    : reachOf(company, ...filingPermissions);
