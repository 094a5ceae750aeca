import { randomUUID } from 'node:crypto';
import { type BuiltInRole, builtInRoles, type Membership, usualRiskBands } from '@safety/contracts';
import type { SeedClient } from '@safety/persistence';
import type { TestDatabase } from '@safety/testing';

const isWhole = (name: string, permissions: readonly string[]): boolean =>
  builtInRoles[name as BuiltInRole]?.join() === permissions.join();

/** Keeps the memberships that a test gives a user, as the owner, whom no wall stops. */
export async function keepMemberships(
  database: TestDatabase,
  userId: string,
  companies: readonly Membership[],
): Promise<void> {
  await database.transaction('owner', async (client) => {
    await client.query(
      `INSERT INTO users (id, email, given_name, family_name) VALUES ($1, $2, 'Una', 'User') ON CONFLICT DO NOTHING`,
      [userId, `${userId}@test.example`],
    );
    for (const company of companies) await keepMembership(client, userId, company);
  });
}

async function keepMembership(client: SeedClient, userId: string, company: Membership): Promise<void> {
  const { companyId, requireIfMatch, riskBands = usualRiskBands, allowSelfApproval } = company;
  await client.query(
    `INSERT INTO companies (id, name, country_code, time_zone, default_locale, require_if_match, risk_bands, allow_self_approval)
     VALUES ($1, 'Test Works', 'IE', 'Europe/Dublin', 'en', $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET require_if_match = $2`,
    [companyId, requireIfMatch, JSON.stringify(riskBands), allowSelfApproval],
  );
  await client.query(
    `INSERT INTO company_users (company_id, id, email, given_name, family_name)
     VALUES ($1, $2, $3, 'Una', 'User') ON CONFLICT DO NOTHING`,
    [companyId, userId, `${userId}@test.example`],
  );
  for (const { id, roleName, permissions, orgStructureIds } of company.assignments) {
    const roleId = randomUUID();
    const builtIn = isWhole(roleName, permissions) ? roleName : null;
    await client.query(
      'INSERT INTO roles (company_id, id, name, built_in, permissions) VALUES ($1, $2, $3, $4, $5)',
      [companyId, roleId, `${roleName} ${roleId}`, builtIn, builtIn ? null : permissions],
    );
    await client.query(
      `INSERT INTO role_assignments (company_id, id, user_id, role_id, org_structure_ids) VALUES ($1, $2, $3, $4, $5)`,
      [companyId, id, userId, roleId, orgStructureIds],
    );
  }
}
