import { type DemoUser, demoUsers } from '@safety/demo-data';
import type { SeedClient } from '@safety/persistence';

/** Adds the demo users of one company as accounts has them, so that the first start need not wait for the bus. */
export async function addDemoUsers(client: SeedClient, companyId: string): Promise<void> {
  const belongs = ({ roles }: DemoUser) => roles.some((role) => role.companyId === companyId);
  await client.query(
    `INSERT INTO company_users (company_id, user_id, version, belongs)
     SELECT $1, user_id, 1, true FROM unnest($2::uuid[]) AS user_id ON CONFLICT DO NOTHING`,
    [companyId, demoUsers.filter(belongs).map(({ id }) => id)],
  );
}
