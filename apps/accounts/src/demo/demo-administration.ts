import { writeToOutbox } from '@safety/bus/outbox';
import { companyUserChanged, userChanged, userInvited } from '@safety/contracts';
import { demoInvitedUser, demoOwnRole, demoServiceClient } from '@safety/demo-data';
import { enterCompany, insertMissing, type SeedClient, setLocal } from '@safety/persistence';

const row = { version: 1, custom_fields: {}, created_at: 'now', modified_at: 'now' };

/** Adds an own role, a user who is invited and a service client to Demo Quarries, where they are missing. */
export async function addDemoAdministration(client: SeedClient): Promise<void> {
  await enterCompany(client, demoOwnRole.companyId);
  const { companyId: company_id, id, name, description, permissions } = demoOwnRole;
  await insertMissing(client, 'roles', [{ ...row, company_id, id, name, description, permissions }]);
  await addServiceClient(client);
  await addInvited(client);
}

async function addServiceClient(client: SeedClient): Promise<void> {
  const { clientId, companyId: company_id, name, assignmentId, roleId } = demoServiceClient;
  await insertMissing(client, 'service_clients', [
    { ...row, company_id, id: clientId, name, status: 'active', acts_for_itself: true },
  ]);
  await insertMissing(client, 'role_assignments', [
    { ...row, company_id, id: assignmentId, client_id: clientId, role_id: roleId, org_structure_ids: [] },
  ]);
}

/** Identity hears of the user by the messages, as of everybody who is invited, and sends the mail. */
async function addInvited(client: SeedClient): Promise<void> {
  const { id, email, givenName, familyName, companyId, assignmentId, roleId, orgStructureIds } =
    demoInvitedUser;
  const names = { email, given_name: givenName, family_name: familyName };
  await client.query(setLocal({ 'app.user_id': id }));
  const { custom_fields: _, ...stamps } = row;
  const companies = { told_company_ids: [companyId], left_versions: {} };
  const added = await insertMissing(client, 'users', [{ ...stamps, id, ...names, ...companies }]);
  if (!added.has(id)) return;
  await insertMissing(client, 'company_users', [
    { ...row, company_id: companyId, id, ...names, status: 'active', can_sign_in: true, invited_at: 'now' },
  ]);
  await insertMissing(client, 'role_assignments', [
    {
      ...{ ...row, company_id: companyId, id: assignmentId, user_id: id },
      ...{ role_id: roleId, org_structure_ids: orgStructureIds },
    },
  ]);
  const held = { id: assignmentId, cid: companyId, rid: roleId, evm: false };
  await writeToOutbox(client, null, userInvited, { userId: id, companyId, send: false });
  await writeToOutbox(client, null, userChanged, {
    ...{ id, version: 1, email, givenName, familyName, disabled: false, roles: [held] },
  });
  const { name: roleName, permissions } = demoOwnRole;
  const assignment = {
    id: assignmentId,
    roleId,
    roleName,
    isEventManager: false,
    permissions,
    orgStructureIds,
  };
  await writeToOutbox(client, companyId, companyUserChanged, {
    ...{ userId: id, version: 1, belongs: true, active: true, accepted: false, email },
    ...{ displayName: `${givenName} ${familyName}`, assignments: [assignment] },
  });
}
