import { type CompanyContext, emailForm } from '@safety/contracts';
import { type Condition, foundBy } from '@safety/persistence';

/** Users who hold any of these roles. */
export const holdsAnyOf = (
  { companyId }: CompanyContext,
  roleIds: readonly string[] | undefined,
): Condition | undefined =>
  roleIds &&
  foundBy(
    (column, binds) =>
      `${column('id')} IN (SELECT a.user_id FROM role_assignments AS a WHERE a.company_id = ${binds.add(companyId)} ` +
      `AND a.role_id = ANY (${binds.add(roleIds)}) AND a.archived_at IS NULL)`,
    (company, atMost) => ({
      text: `SELECT user_id AS id FROM role_assignments
        WHERE company_id = $1 AND role_id = ANY ($2) AND archived_at IS NULL AND user_id IS NOT NULL LIMIT $3`,
      values: [company, roleIds, atMost],
    }),
  );

/** The user with this address, in any case: an index has it in lower case, in a column of its own. */
export const hasAddress = (email: string | undefined): Condition | undefined =>
  email === undefined ? undefined : (_, binds) => `"email_key" = lower(${binds.add(emailForm(email))})`;
