import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles, companyClientChanged } from '@safety/contracts';
import { describeResource, eventually, type TestCaller } from '@safety/testing';
import {
  accountsUnderTest,
  callerOf,
  code,
  invited,
  messagesAbout,
  placeAt,
  published,
  roleBody,
  roleOf,
  sql,
} from '../testing/accounts-under-test.js';
import { addHolders } from '../testing/holders.js';
import { mostRowsOf, transactionOf } from '../testing/statements.js';

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
  elsewhere: 'to everyone',
});

const MANY = 300;

/** Lets many more hold a role. */
const heldByMany = (companyId: string, roleId: string) =>
  sql(
    `WITH added AS (
       INSERT INTO users (id, email, given_name, family_name)
       SELECT gen_random_uuid(), 'holder-' || at || '@many.example', 'Mo', 'Many'
       FROM generate_series(1, $3::int) AS at RETURNING id, email, given_name, family_name),
     belonging AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT $1, id, email, given_name, family_name FROM added)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT $1, gen_random_uuid(), id, $2 FROM added`,
    [companyId, roleId, MANY],
  );

/** The numbers of the changes of a row. */
const numbersOf = (resource: string, id: string) =>
  sql(
    `SELECT transaction_id::text AS "transactionId", number::text FROM changes
     WHERE resource = $1 AND id = $2 ORDER BY number`,
    [resource, id],
  );

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

  it('PATCH 200: a permission that this release does not know is not shown, and kept by a new name', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    await sql("UPDATE roles SET permissions = '{hazards.read,moon.fly}' WHERE id = $1", [roleId]);
    expect((await admin.get(`/roles/${roleId}`)).body.permissions).toEqual(['hazards.read']);
    expect(await admin.patch(`/roles/${roleId}`, { name: 'Another name' })).toMatchObject({
      status: 200,
      body: { name: 'Another name', permissions: ['hazards.read'] },
    });
    expect(await sql('SELECT permissions FROM roles WHERE id = $1', [roleId])).toEqual([
      { permissions: ['hazards.read', 'moon.fly'] },
    ]);
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
    expect((await messagesAbout('user-changed.v1', user.id)).at(-1).payload.roles).toMatchObject([
      { evm: true },
    ]);
    const inUse = await admin.delete(`/roles/${roleId}`);
    expect({ code: code(inUse), references: inUse.body.references }).toEqual({
      code: '409 in-use',
      references: [{ resource: 'users', id: user.id }],
    });
  });

  it('409 in-use: ten holders are named, and no more are read', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    await addHolders(admin.companyId, roleId, 40);
    const { result, rows } = await mostRowsOf(() => admin.delete(`/roles/${roleId}`));
    const named = result.body.references as { resource: string; id: string }[];
    expect([code(result), named.length, new Set(named.map(({ id }) => id)).size]).toEqual([
      '409 in-use',
      10,
      10,
    ]);
    expect(rows).toBe(10);
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

  it('GET /audit: a changed role is a change of each holder too, with what the holder shows of it', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    const users = [
      await invited(admin, { roles: [{ roleId }] }),
      await invited(admin, { roles: [{ roleId }] }),
    ];
    const granted = ['hazards.approve', 'events.approve'];
    await admin.patch(`/roles/${roleId}`, { permissions: granted });
    await admin.patch(`/roles/${roleId}`, { permissions: [...granted, 'hazards.read'] });
    await admin.patch(`/roles/${roleId}`, { name: 'Renamed' });
    const shown = (from: object, to: object) => [{ member: 'assignments', from: [from], to: [to] }];
    for (const { id } of users) {
      const { body: history } = await admin.get(`/users/${id}/audit`);
      const by = { operation: 'changed', actor: 'user', changedByUserId: admin.userId };
      expect(history.data).toMatchObject([
        { ...by, version: 4, members: shown({ evm: true }, { roleName: 'Renamed' }) },
        // The permissions of a role are in the audit of the role.
        { ...by, version: 3, members: [] },
        { ...by, version: 2, members: shown({ evm: false }, { evm: true }) },
        { version: 1, operation: 'added' },
      ]);
      const { version, assignments } = (await admin.get(`/users/${id}`)).body;
      expect([version, assignments]).toMatchObject([4, [{ evm: true, roleName: 'Renamed' }]]);
      const states = await messagesAbout('company-user-changed.v1', id);
      expect(states.map(({ payload }) => payload)).toMatchObject([
        { version: 1, assignments: [{ isEventManager: false }] },
        { version: 2, assignments: [{ isEventManager: true, permissions: granted }] },
        { version: 3, assignments: [{ permissions: [...granted, 'hazards.read'] }] },
        { version: 4, assignments: [{ roleName: 'Renamed' }] },
      ]);
      expect(await numbersOf('company_users', id)).toEqual(states.map(({ change }) => change));
    }
    const { data } = (await admin.get('/audit?operation=changed')).body;
    const each = ({ resource, id }: { resource: string; id: string }) => `${resource} ${id}`;
    const once = [`roles ${roleId}`, ...users.map(({ id }) => `company_users ${id}`)];
    expect(data.map(each).sort()).toEqual([...once, ...once, ...once].sort());
    const [, asked] = data;
    expect(data.filter(({ requestId }: typeof asked) => requestId === asked.requestId)).toHaveLength(3);
  });

  it('PATCH: hundreds of holders are written, recorded and published with one statement each', async () => {
    const admin = await api().caller();
    const { companyId } = admin;
    const roleId = await roleOf(admin);
    await heldByMany(companyId, roleId);
    const { result, texts } = await transactionOf(() => admin.patch(`/roles/${roleId}`, { name: 'Of many' }));
    expect(result.status).toBe(200);
    const count = (part: string) => texts.filter((text) => text.trim().startsWith(part)).length;
    expect(count('UPDATE company_users')).toBe(1);
    // The role, then its holders; and before them one message of up to a thousand memberships.
    expect(count('INSERT INTO changes')).toBe(2);
    expect(count('INSERT INTO outbox')).toBe(3);
    const [{ unlike } = {}] = await sql(
      // count is read: a figure of the case
      `SELECT count(*)::int AS unlike FROM company_users AS m
       LEFT JOIN changes AS c ON c.company_id = $1 AND c.resource = 'company_users' AND c.id = m.id AND c.version = 2
       LEFT JOIN outbox AS o ON o.envelope #>> '{change,number}' = c.number::text
         AND o.envelope #>> '{payload,userId}' = m.id::text AND o.envelope #>> '{payload,version}' = '2'
       WHERE m.company_id = $1 AND m.email LIKE '%@many.example' AND (m.version, o.id IS NOT NULL) <> (2, true)`,
      [companyId],
    );
    expect(unlike).toBe(0);
  });
});
