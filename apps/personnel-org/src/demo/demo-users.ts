import { type DemoUser, demoAssignment, demoUsers } from '@safety/demo-data';
import type { SeedClient } from '@safety/persistence';

/**
 * Adds the demo users of one company as accounts has them, so that the first start need not wait for the bus.
 */
export async function addDemoUsers(client: SeedClient, companyId: string): Promise<void> {
  const rolesIn = ({ roles }: DemoUser) => roles.filter((role) => role.companyId === companyId);
  const rows = demoUsers
    .filter((user) => rolesIn(user).length > 0)
    .map((user) => ({
      company_id: companyId,
      user_id: user.id,
      version: 1,
      belongs: true,
      display_name: `${user.givenName} ${user.familyName}`,
      email: user.email,
      active: true,
      assignments: rolesIn(user).map(demoAssignment),
    }));
  await client.query(
    `INSERT INTO company_users (company_id, user_id, version, belongs, display_name, email, active, assignments)
     SELECT company_id, user_id, version, belongs, display_name, email, active, assignments
     FROM jsonb_populate_recordset(NULL::company_users, $1) ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}
