import type { CompanyContext } from '@safety/contracts';
import type { Condition } from '@safety/persistence';

/** Users who hold any of these roles. */
export const holdsAnyOf = (
  { companyId }: CompanyContext,
  roleIds: readonly string[] | undefined,
): Condition | undefined =>
  roleIds &&
  ((column, binds) =>
    `${column('id')} IN (SELECT a.user_id FROM role_assignments AS a WHERE a.company_id = ${binds.add(companyId)} ` +
    `AND a.role_id = ANY (${binds.add(roleIds)}) AND a.archived_at IS NULL)`);

/** The user with this address, in any case. */
export const hasAddress = (email: string | undefined): Condition | undefined =>
  email === undefined
    ? undefined
    : (column, binds) => `lower(${column('email')}) = lower(${binds.add(email)})`;
