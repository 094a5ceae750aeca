import { writeToOutbox } from '@safety/bus/outbox';
import {
  builtInRoles,
  type CompanyState,
  companyChanged,
  companyUserChanged,
  membershipsChanged,
  userChanged,
  usualRiskBands,
} from '@safety/contracts';
import { type DemoUser, demoAssignment, demoCompanies, demoRoleId, demoUsers } from '@safety/demo-data';
import { enterCompany, insertMissing, type SeedClient, seedTransaction, setLocal } from '@safety/persistence';
import { companyStateSql } from '../company/company-state.js';
import { addDemoAdministration } from './demo-administration.js';

const roleNames = Object.keys(builtInRoles) as (keyof typeof builtInRoles)[];

/**
 * Adds the demo companies, users and roles that are missing, and publishes the companies and users whose rows
 * were added.
 */
export async function addDemoAccounts(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    const changed = new Set<string>();
    for (const user of demoUsers) if (await addUser(client, user)) changed.add(user.id);
    for (const company of demoCompanies) for (const id of await addCompany(client, company)) changed.add(id);
    await addDemoAdministration(client);
    for (const user of demoUsers) if (changed.has(user.id)) await publish(client, user);
    if (changed.size > 0) await writeToOutbox(client, null, membershipsChanged, { userIds: [...changed] });
  });
}

async function addUser(
  client: SeedClient,
  { id, email, givenName, familyName, roles }: DemoUser,
): Promise<boolean> {
  await client.query(setLocal({ 'app.user_id': id }));
  const names = { email, given_name: givenName, family_name: familyName };
  const companies = {
    told_company_ids: [...new Set(roles.map(({ companyId }) => companyId))],
    left_versions: {},
  };
  const row = { id, version: 1, ...names, ...companies, ...stamps };
  return (await insertMissing(client, 'users', [row])).has(id);
}

/** Resolves with the users who were given a role. */
async function addCompany(client: SeedClient, company: (typeof demoCompanies)[number]): Promise<string[]> {
  await enterCompany(client, company.id);
  const isAdded = await insertMissing(client, 'companies', [
    {
      id: company.id,
      version: 1,
      name: company.name,
      legal_name: company.legalName,
      country_code: company.countryCode,
      time_zone: company.timeZone,
      default_locale: company.defaultLocale,
      require_if_match: false,
      status: 'active',
      is_demo: true,
      risk_bands: usualRiskBands,
      allow_self_approval: false,
      default_approver_user_ids: [],
      custom_fields: {},
      ...stamps,
    },
  ]);
  if (isAdded.has(company.id)) await publishCompany(client, company.id);
  const roles = roleNames.map((name) => ({ id: demoRoleId(company, name), name, built_in: name }));
  await insertMissing(
    client,
    'roles',
    roles.map((role) => ({ company_id: company.id, version: 1, custom_fields: {}, ...stamps, ...role })),
  );
  const assignments = demoUsers.flatMap((user) =>
    user.roles
      .filter(({ companyId }) => companyId === company.id)
      .map(({ id, roleId, orgStructureIds }) => ({ id, roleId, orgStructureIds, userId: user.id })),
  );
  const members = demoUsers.filter(({ roles }) => roles.some(({ companyId }) => companyId === company.id));
  await insertMissing(
    client,
    'company_users',
    members.map(({ id, email, givenName, familyName }) => ({
      company_id: company.id,
      id,
      version: 1,
      email,
      given_name: givenName,
      family_name: familyName,
      status: 'active',
      can_sign_in: true,
      custom_fields: {},
      ...stamps,
    })),
  );
  const added = await insertMissing(
    client,
    'role_assignments',
    assignments.map(({ id, roleId, orgStructureIds, userId }) => ({
      company_id: company.id,
      id,
      user_id: userId,
      role_id: roleId,
      org_structure_ids: orgStructureIds,
      version: 1,
      custom_fields: {},
      ...stamps,
    })),
  );
  return assignments.filter(({ id }) => added.has(id)).map(({ userId }) => userId);
}

const stamps = { created_at: 'now', modified_at: 'now' };

/** A company that was never published counts as lost once the database is restored. */
async function publishCompany(client: SeedClient, id: string): Promise<void> {
  const { rows } = await client.query<CompanyState>(
    `SELECT ${companyStateSql} FROM companies WHERE id = $1`,
    [id],
  );
  for (const state of rows) await writeToOutbox(client, id, companyChanged, state);
}

async function publish(
  client: SeedClient,
  { id, email, givenName, familyName, roles }: DemoUser,
): Promise<void> {
  await writeToOutbox(client, null, userChanged, {
    id,
    version: 1,
    email,
    givenName,
    familyName,
    disabled: false,
    roles: roles.map((role) => ({
      id: role.id,
      cid: role.companyId,
      rid: role.roleId,
      evm: role.isEventManager,
      managesClients: role.managesClients,
      managesServiceClients: role.managesServiceClients,
    })),
  });
  for (const [companyId, held] of Map.groupBy(roles, (role) => role.companyId))
    await writeToOutbox(client, companyId, companyUserChanged, {
      userId: id,
      version: 1,
      belongs: true,
      displayName: `${givenName} ${familyName}`,
      email,
      active: true,
      accepted: true,
      assignments: held.map(demoAssignment),
    });
}
