import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles, companyClientChanged } from '@safety/contracts';
import { describeResource, eventually, type TestCaller } from '@safety/testing';
import {
  accountsUnderTest,
  callerOf,
  code,
  invited,
  placeAt,
  published,
  roleBody,
  roleOf,
  told,
} from '../testing/accounts-under-test.js';

const api = accountsUnderTest();

describeResource(api, {
  path: '/roles',
  body: (_, changes) => roleBody(changes),
  text: { member: 'description', values: ['Alpha', 'Beta'] },
  required: 'name',
  sorts: ['name', 'createdAt', 'modifiedAt'],
  unique: 'name',
  only: 'builtIn=false',
  forPeople: true,
  publicAddress: 'http://localhost:8080/accounts',
});

describe('/roles', () => {
  it('409 built-in: nobody changes a built-in role', async () => {
    const admin = await api().caller();
    const { body } = await admin.get('/roles?builtIn=true');
    const [role] = body.data;
    expect(role).toMatchObject({ builtIn: true, evm: true, permissions: [...builtInRoles.admin] });
    const answers = [
      await admin.put(`/roles/${role.id}`, roleBody()),
      await admin.patch(`/roles/${role.id}`, { permissions: [] }),
      await admin.delete(`/roles/${role.id}`),
      await admin.put(`/roles/${role.id}/restore`),
    ];
    expect(answers.map(code)).toEqual(answers.map(() => '409 built-in'));
  });

  it('403 permission-denied: a permission that the caller does not hold everywhere', async () => {
    const keeper = await api().caller({ permissions: ['roles.manage', 'hazards.read'] });
    const answer = await keeper.post(
      '/roles',
      roleBody({ permissions: ['hazards.read', 'hazards.approve'] }),
    );
    expect({ code: code(answer), needed: answer.body.requiredPermission }).toEqual({
      code: '403 permission-denied',
      needed: 'hazards.approve',
    });
    const id = await roleOf(keeper);
    expect(code(await keeper.patch(`/roles/${id}`, { permissions: ['company.manage'] }))).toBe(
      '403 permission-denied',
    );
  });

  it('403 permission-denied: a permission to manage that counts at an org structure alone', async () => {
    const admin = await api().caller();
    const place = await placeAt(admin);
    const local = await api().caller({ companyId: admin.companyId, orgStructureIds: [place] });
    const answers = [
      await local.get('/roles'),
      await local.get('/users'),
      await local.get('/roleassignments'),
      await local.get('/audit'),
      await local.patch('/company', { name: 'Mine' }),
    ];
    expect(answers.map(code)).toEqual(answers.map(() => '403 permission-denied'));
    expect((await local.get('/company')).status).toBe(200);
  });

  it('422: permissions that there are not, or twice', async () => {
    const admin = await api().caller();
    for (const granted of [['moon.fly'], ['hazards.read', 'hazards.read'], 'hazards.read'])
      expect(code(await admin.post('/roles', roleBody({ permissions: granted })))).toBe(
        '422 validation-failed',
      );
  });

  it('200: a change counts for the holders from the next request on; 409 in-use while they hold it', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    const user = await invited(admin, { roles: [{ roleId }] });
    const as = await callerOf(user, admin.companyId);
    expect(code(await as('GET', '/roles'))).toBe('403 permission-denied');
    const granted = ['roles.manage', 'hazards.approve', 'events.approve'];
    expect((await admin.patch(`/roles/${roleId}`, { permissions: granted })).body.evm).toBe(true);
    expect((await as('GET', '/roles')).status).toBe(200);
    expect((await told('user-changed.v1', user.id)).at(-1).payload.roles).toMatchObject([{ evm: true }]);
    const inUse = await admin.delete(`/roles/${roleId}`);
    expect({ code: code(inUse), references: inUse.body.references }).toEqual({
      code: '409 in-use',
      references: [{ resource: 'users', id: user.id }],
    });
  });

  it('409 in-use: users are named to those alone who may read users', async () => {
    const admin = await api().caller();
    const { companyId } = admin;
    const roleId = await roleOf(admin);
    await invited(admin, { roles: [{ roleId }] });
    const at = `/roles/${roleId}`;
    const inUse = async (caller: TestCaller) => {
      const answer = await caller.delete(at);
      return [code(answer), answer.body.references];
    };
    const keeper = await api().caller({ companyId, permissions: ['roles.manage'] });
    expect(code(await keeper.get('/users'))).toBe('403 permission-denied');
    expect(await inUse(keeper)).toEqual(['409 in-use', []]);
    const localUsers = {
      userId: keeper.userId,
      roleId: await roleOf(admin, ['users.manage']),
      orgStructureRelationshipIds: [await placeAt(admin)],
    };
    expect((await admin.post('/roleassignments', localUsers)).status).toBe(201);
    expect(await inUse(keeper)).toEqual(['409 in-use', []]);
    const client = { id: randomUUID(), version: 1, name: 'Reader', actsForItself: true };
    await published(companyClientChanged, companyId, { ...client, disabled: false, deleted: false });
    await eventually(async () => {
      expect((await admin.post('/roleassignments', { clientId: client.id, roleId })).status).toBe(201);
    });
    const references = [{ resource: 'serviceclients', id: client.id }];
    expect(await inUse(keeper)).toEqual(['409 in-use', references]);
  });

  it('GET /audit: a changed role is one change, of the role; its holders have changed nothing', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    const user = await invited(admin, { roles: [{ roleId }] });
    const granted = ['hazards.approve', 'events.approve'];
    await admin.patch(`/roles/${roleId}`, { permissions: granted });
    await admin.patch(`/roles/${roleId}`, { name: 'Renamed' });
    const { data } = (await admin.get('/audit?operation=changed')).body;
    expect(data).toMatchObject([
      { resource: 'roles', id: roleId, members: [{ member: 'name' }] },
      { resource: 'roles', id: roleId, members: [{ member: 'permissions' }] },
    ]);
    const lines = { headers: { accept: 'application/x-ndjson' } };
    const exported = (await admin.get('/audit/export?operation=changed', lines)).body;
    expect(exported.trim().split('\n')).toHaveLength(2);
    const { body: history } = await admin.get(`/users/${user.id}/audit`);
    expect(history.data).toMatchObject([{ operation: 'added', version: 1 }]);
    // Services and readers of the user get another version all the same.
    const { version, assignments } = (await admin.get(`/users/${user.id}`)).body;
    expect([version, assignments]).toMatchObject([3, [{ evm: true }]]);
    const states = (await told('company-user-changed.v1', user.id)).map(({ payload }) => payload);
    expect(states).toMatchObject([
      { version: 1, assignments: [{ isEventManager: false }] },
      { version: 2, assignments: [{ isEventManager: true, permissions: granted }] },
      { version: 3, assignments: [{ roleName: 'Renamed' }] },
    ]);
    // A role that is given is a change of the user.
    await admin.post('/roleassignments', { userId: user.id, roleId: await roleOf(admin) });
    const [last] = (await admin.get(`/users/${user.id}/audit`)).body.data;
    expect(last).toMatchObject({ version: 4, members: [{ member: 'assignments' }] });
  });
});
