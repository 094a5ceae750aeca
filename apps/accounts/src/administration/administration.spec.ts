import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission, permissions } from '@safety/contracts';
import { prepareDatabase, seedTransaction } from '@safety/persistence';
import { type Answer, describeResource, startApi, type TestApi, type TestCaller } from '@safety/testing';
import { AccountsModule } from '../accounts.module.js';
import { migrations } from '../migrations/index.js';
import { accountsService } from '../service-options.js';
import { keepMemberships } from '../testing/keep-memberships.js';

let api: TestApi;

beforeAll(async () => {
  api = await startApi(AccountsModule, {
    ...accountsService,
    keepMemberships,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
  });
});

afterAll(() => api.close());

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  let found: Record<string, unknown>[] = [];
  await seedTransaction(api.database.ownerUrl, async (client) => {
    found = (await client.query(text, values)).rows;
  });
  return found;
}

/** Payloads of the messages of a name about a user, the newest last. */
const told = async (name: string, userId: string) =>
  (
    await sql(
      `SELECT envelope FROM outbox WHERE envelope->>'type' = $1 AND envelope->>'payload' LIKE $2 ORDER BY id`,
      [name, `%${userId}%`],
    )
  )
    // biome-ignore lint/suspicious/noExplicitAny: tests read members of messages whose shape is what they check
    .map(({ envelope }) => envelope as any);

const code = ({ status, body }: Answer) => `${status} ${body.code}`;

let count = 0;
const roleBody = (changes: object = {}) => {
  count += 1;
  return { name: `Role ${count}`, permissions: ['hazards.read'], ...changes };
};

async function roleOf(
  caller: TestCaller,
  granted: readonly Permission[] = ['hazards.read'],
): Promise<string> {
  const { body } = await caller.post('/roles', roleBody({ permissions: granted }));
  return body.id;
}

/** An org structure that personnel-org has told of, at the end of this path. */
async function placeAt({ companyId }: TestCaller, above: string[] = []): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO org_structures (company_id, id, version, path, path_ids, archived) VALUES ($1, $2, 1, 'A', $3, false)`,
    [companyId, id, [...above, id]],
  );
  return id;
}

async function invitation(caller: TestCaller, changes: object = {}) {
  count += 1;
  return {
    email: `invited-${count}@test.example`,
    givenName: 'Ida',
    familyName: `Invited ${count}`,
    roles: [{ roleId: await roleOf(caller) }],
    ...changes,
  };
}

async function invited(caller: TestCaller, changes: object = {}) {
  const { status, body } = await caller.post('/users', await invitation(caller, changes));
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
}

/** The user's own requests in the company. */
async function callerOf(user: { id: string }, companyId: string) {
  const token = await api.issuer.token(user.id);
  const headers = { authorization: `Bearer ${token}`, 'x-company-context': companyId };
  return (method: string, path: string, body?: unknown) => api.send(method, path, { headers, body });
}

describeResource(() => api, {
  path: '/roles',
  body: (_, changes) => roleBody(changes),
  text: { member: 'description', values: ['Alpha', 'Beta'] },
  required: 'name',
  sorts: ['name', 'createdAt', 'modifiedAt'],
  unique: 'name',
  only: 'builtIn=false',
});

describe('GET, PUT and PATCH /users/me', () => {
  const me = async (userId: string, method: string, body?: unknown, claims = {}) =>
    api.send(method, '/users/me', {
      body,
      headers: { authorization: `Bearer ${await api.issuer.token(userId, { claims })}` },
    });

  it('200: the own profile, without a company', async () => {
    const { userId } = await api.caller();
    const { status, body, headers } = await me(userId, 'GET');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: userId, givenName: 'Una', locale: null, timeZone: null },
    });
    expect(headers.get('etag')).toBe(`"${body.version}"`);
  });

  it('404: a user that accounts does not know', async () => {
    expect(code(await me(randomUUID(), 'GET'))).toBe('404 not-found');
    expect(code(await me(randomUUID(), 'PUT', { givenName: 'A', familyName: 'B' }))).toBe('404 not-found');
    expect(code(await me(randomUUID(), 'PATCH', { givenName: 'A' }))).toBe('404 not-found');
  });

  it('200: changes travel to identity and to each company', async () => {
    const { userId, companyId } = await api.caller();
    const { status, body } = await me(userId, 'PATCH', { givenName: 'Ursula', timeZone: 'Europe/Paris' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { givenName: 'Ursula', timeZone: 'Europe/Paris' },
    });
    expect((await told('user-changed.v1', userId)).at(-1).payload).toMatchObject({ givenName: 'Ursula' });
    expect((await told('company-user-changed.v1', userId)).at(-1)).toMatchObject({
      companyId,
      payload: { displayName: 'Ursula User', belongs: true },
    });
    const replaced = await me(userId, 'PUT', { givenName: 'Una', familyName: 'User' });
    expect(replaced.body).toMatchObject({ givenName: 'Una', timeZone: null });
  });

  it.each([
    [{ givenName: '' }, '422 validation-failed'],
    [{ timeZone: 'Nowhere/At all' }, '422 validation-failed'],
    [{ locale: 'a_b' }, '422 validation-failed'],
    [{ isAdmin: true }, '422 unknown-field'],
  ])('%j: %s', async (body, expected) => {
    const { userId } = await api.caller();
    expect(code(await me(userId, 'PATCH', body))).toBe(expected);
  });

  it('403 company-context-forbidden: a client of a company changes nothing', async () => {
    const { userId, companyId } = await api.caller();
    const claims = { company_id: companyId };
    expect((await me(userId, 'GET', undefined, claims)).status).toBe(200);
    expect(code(await me(userId, 'PATCH', { givenName: 'X' }, claims))).toBe('403 company-context-forbidden');
    expect(code(await me(userId, 'PUT', { givenName: 'X', familyName: 'Y' }, claims))).toBe(
      '403 company-context-forbidden',
    );
  });
});

describe('/users', () => {
  let admin: TestCaller;
  beforeAll(async () => {
    admin = await api.caller();
  });

  it('201: a new user, whom identity and the company are told of', async () => {
    const user = await invited(admin);
    expect(user).toMatchObject({ status: 'active', version: 1, assignments: [{ evm: false }] });
    const [claims] = await told('user-changed.v1', user.id);
    expect(claims.payload).toMatchObject({ version: 1, disabled: false, roles: [{ cid: admin.companyId }] });
    const [state] = await told('company-user-changed.v1', user.id);
    expect(state.payload).toMatchObject({ belongs: true, active: true, displayName: user.displayName });
    expect(await told('user-invited.v1', user.id)).toEqual([]);
  });

  it('201: somebody of another company, of whom nothing is told', async () => {
    const other = await api.caller();
    const known = await invited(other, {
      givenName: 'Secret',
      familyName: 'Name',
      email: 'known@test.example',
    });
    const user = await invited(admin, { email: 'KNOWN@test.example' });
    expect(user).toMatchObject({ id: known.id, version: 1, givenName: 'Ida', email: 'KNOWN@test.example' });
    expect(JSON.stringify(user)).not.toMatch(/Secret/);
    expect(await told('user-invited.v1', user.id)).toHaveLength(1);
    const claims = (await told('user-changed.v1', user.id)).at(-1).payload;
    expect(claims.roles.map(({ cid }: { cid: string }) => cid).sort()).toEqual(
      [admin.companyId, other.companyId].sort(),
    );
    // Removing the user here changes nothing there.
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await other.get(`/users/${user.id}`)).body).toMatchObject({
      archived: false,
      givenName: 'Secret',
    });
  });

  it('409 duplicate: who belongs to the company already', async () => {
    const user = await invited(admin);
    const answer = await admin.post('/users', await invitation(admin, { email: user.email }));
    expect({ code: code(answer), id: answer.body.conflictingId }).toEqual({
      code: '409 duplicate',
      id: user.id,
    });
  });

  it('the same address invited at the same moment by two companies: one user', async () => {
    const other = await api.caller();
    const email = `${randomUUID()}@test.example`;
    const answers = await Promise.all([invited(admin, { email }), invited(other, { email })]);
    expect(answers[0].id).toBe(answers[1].id);
  });

  it.each([
    [{ email: 'nobody' }, '/email', 'invalid-format'],
    [{ familyName: undefined }, '/familyName', 'required'],
    [{ roles: [] }, '/roles', 'too-short'],
    [{ roles: [{ roleId: randomUUID() }] }, '/roles/0/roleId', 'not-found'],
  ])('422: %j', async (changes, pointer, fault) => {
    const { status, body } = await admin.post('/users', await invitation(admin, changes));
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer, code: fault }],
    });
  });

  it('404 alike: a user of another company, and one that there is not', async () => {
    const foreign = await invited(await api.caller());
    for (const id of [foreign.id, randomUUID()]) {
      const answers = await Promise.all([
        admin.get(`/users/${id}`),
        admin.put(`/users/${id}`, {}),
        admin.patch(`/users/${id}`, {}),
        admin.delete(`/users/${id}`),
        admin.get(`/users/${id}/audit`),
        admin.post(`/users/${id}/transitions`, { transition: 'disable' }),
        admin.post(`/users/${id}/invitation`, {}),
      ]);
      expect(answers.map(code)).toEqual(answers.map(() => '404 not-found'));
    }
  });

  it('200: the company changes how it calls a user; the user is not told elsewhere', async () => {
    const user = await invited(admin);
    const { status, body } = await admin.put(`/users/${user.id}`, { ...user, givenName: 'Ilse' });
    expect({ status, body }).toMatchObject({ status: 200, body: { givenName: 'Ilse', version: 2 } });
    expect((await admin.patch(`/users/${user.id}`, { familyName: 'Imhof' })).body.displayName).toBe(
      'Ilse Imhof',
    );
    const stale = { headers: { 'if-match': '"1"' } };
    expect(code(await admin.patch(`/users/${user.id}`, { familyName: 'Old' }, stale))).toBe(
      '412 version-mismatch',
    );
    expect(await told('user-changed.v1', user.id)).toHaveLength(1);
    const { body: audit } = await admin.get(`/users/${user.id}/audit`);
    expect(audit.data.map(({ operation }: { operation: string }) => operation)).toEqual([
      'changed',
      'changed',
      'added',
    ]);
  });

  it('409 duplicate: an external id that another user has', async () => {
    const [first, second] = [await invited(admin, { externalId: 'E-1' }), await invited(admin)];
    const answer = await admin.patch(`/users/${second.id}`, { externalId: 'E-1' });
    expect({ code: code(answer), id: answer.body.conflictingId }).toEqual({
      code: '409 duplicate',
      id: first.id,
    });
    expect(code(await admin.put(`/users/${second.id}`, { ...second, externalId: 'E-1' }))).toBe(
      '409 duplicate',
    );
  });

  it('200: disabled in the company, the user loses it at once, and nothing else', async () => {
    const other = await api.caller();
    const user = await invited(admin);
    await invited(other, { email: user.email });
    const as = await callerOf(user, admin.companyId);
    expect((await as('GET', '/company')).status).toBe(200);
    const { body } = await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' });
    expect(body.status).toBe('disabled');
    expect(code(await as('GET', '/company'))).toBe('403 company-context-forbidden');
    expect((await (await callerOf(user, other.companyId))('GET', '/company')).status).toBe(200);
    const claims = (await told('user-changed.v1', user.id)).at(-1).payload;
    expect(claims).toMatchObject({ disabled: false, roles: [{ cid: other.companyId }] });
    expect((await told('company-user-changed.v1', user.id)).at(-1).payload).toMatchObject({ active: false });
    const again = await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' });
    expect({ code: code(again), allowed: again.body.allowedTransitions }).toEqual({
      code: '409 invalid-state',
      allowed: ['enable'],
    });
    await admin.post(`/users/${user.id}/transitions`, { transition: 'enable' });
    expect((await as('GET', '/company')).status).toBe(200);
  });

  it('204: removed, twice; invited again, the user is back with the new roles alone', async () => {
    const user = await invited(admin);
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await told('company-user-changed.v1', user.id)).at(-1).payload).toMatchObject({
      belongs: false,
      assignments: [],
    });
    expect(code(await admin.patch(`/users/${user.id}`, { givenName: 'X' }))).toBe('409 archived');
    const back = await invited(admin, { email: user.email, givenName: 'New' });
    expect(back).toMatchObject({ id: user.id, givenName: 'New', archived: false });
    expect(back.assignments).toHaveLength(1);
  });

  it('200: the invitation is sent again, though not at once', async () => {
    const user = await invited(admin);
    expect((await admin.post(`/users/${user.id}/invitation`, {})).status).toBe(200);
    expect(await told('user-invited.v1', user.id)).toEqual([]);
    await sql("UPDATE company_users SET invited_at = now() - interval '1 hour' WHERE id = $1", [user.id]);
    expect((await admin.post(`/users/${user.id}/invitation`, {})).status).toBe(200);
    expect(await told('user-invited.v1', user.id)).toHaveLength(1);
  });

  it('200: lists by name, role, status and address', async () => {
    const caller = await api.caller();
    const roleId = await roleOf(caller);
    const user = await invited(caller, { familyName: 'Aalto', roles: [{ roleId }] });
    const ids = async (query: string) =>
      (await caller.get(`/users${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([user.id, caller.userId]);
    for (const query of [`?roleId=${roleId}`, '?q=aalt', `?email=${user.email.toUpperCase()}`])
      expect(await ids(query)).toEqual([user.id]);
    expect(await ids('?status=disabled')).toEqual([]);
    const { body: page } = await caller.get('/users?limit=1');
    expect(await ids(`?limit=1&cursor=${page.page.nextCursor}`)).toEqual([caller.userId]);
    expect(code(await caller.get('/users?status=gone'))).toBe('400 invalid-parameter');
  });
});

describe('/roles', () => {
  it('409 built-in: nobody changes a built-in role', async () => {
    const admin = await api.caller();
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
    const keeper = await api.caller({ permissions: ['roles.manage', 'hazards.read'] });
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
    const admin = await api.caller();
    const place = await placeAt(admin);
    const local = await api.caller({ companyId: admin.companyId, orgStructureIds: [place] });
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
    const admin = await api.caller();
    for (const granted of [['moon.fly'], ['hazards.read', 'hazards.read'], 'hazards.read'])
      expect(code(await admin.post('/roles', roleBody({ permissions: granted })))).toBe(
        '422 validation-failed',
      );
  });

  it('200: a change counts for the holders from the next request on; 409 in-use while they hold it', async () => {
    const admin = await api.caller();
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
});

describe('/roleassignments', () => {
  let admin: TestCaller;
  beforeAll(async () => {
    admin = await api.caller();
  });

  it('201, 200 and 204: a role comes, moves and goes, and everybody is told', async () => {
    const user = await invited(admin);
    const place = await placeAt(admin);
    const roleId = await roleOf(admin, ['hazards.approve', 'events.approve']);
    const { status, body } = await admin.post('/roleassignments', {
      userId: user.id,
      roleId,
      orgStructureRelationshipIds: [place],
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { companyId: admin.companyId, evm: true, orgStructureRelationshipIds: [place] },
    });
    expect((await told('user-changed.v1', user.id)).at(-1).payload.roles).toHaveLength(2);
    const path = `/roleassignments/${body.id}`;
    expect((await admin.patch(path, { orgStructureRelationshipIds: [] })).body.version).toBe(2);
    expect(
      (await admin.put(path, { userId: user.id, roleId, orgStructureRelationshipIds: [place] })).status,
    ).toBe(200);
    expect((await admin.get(path)).body.orgStructureRelationshipIds).toEqual([place]);
    expect((await admin.get(`/roleassignments?userId=${user.id}`)).body.data).toHaveLength(2);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(204);
    expect(code(await admin.patch(path, { orgStructureRelationshipIds: [] }))).toBe('409 archived');
    expect((await admin.get(`${path}/audit`)).body.data).toHaveLength(4);
    const state = (await told('company-user-changed.v1', user.id)).at(-1).payload;
    expect(state).toMatchObject({ belongs: true, version: 5 });
    expect((await admin.delete(`/roleassignments/${user.assignments[0].id}`)).status).toBe(204);
    expect((await admin.get(`/users/${user.id}`)).body).toMatchObject({ archived: true, assignments: [] });
  });

  it('409 duplicate: the same role at the same org structures', async () => {
    const user = await invited(admin);
    const [{ roleId }] = user.assignments;
    const again = await admin.post('/roleassignments', { userId: user.id, roleId });
    expect(code(again)).toBe('409 duplicate');
    const place = await placeAt(admin);
    const { body } = await admin.post('/roleassignments', {
      userId: user.id,
      roleId,
      orgStructureRelationshipIds: [place],
    });
    const everywhere = { orgStructureRelationshipIds: [] };
    expect(code(await admin.patch(`/roleassignments/${body.id}`, everywhere))).toBe('409 duplicate');
    expect(code(await admin.put(`/roleassignments/${body.id}`, { ...body, ...everywhere }))).toBe(
      '409 duplicate',
    );
  });

  it('422: users, roles and org structures of another company, or that there are not', async () => {
    const other = await api.caller();
    const [foreigner, foreignRole, foreignPlace] = [
      await invited(other),
      await roleOf(other),
      await placeAt(other),
    ];
    for (const [userId, roleId, place] of [
      [foreigner.id, foreignRole, foreignPlace],
      [randomUUID(), randomUUID(), randomUUID()],
    ]) {
      const body = { userId, roleId, orgStructureRelationshipIds: [place] };
      const answer = await admin.post('/roleassignments', body);
      expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
        status: 422,
        errors: [
          { pointer: '/userId', code: 'not-found' },
          { pointer: '/roleId', code: 'not-found' },
          { pointer: '/orgStructureRelationshipIds/0', code: 'not-found' },
        ],
      });
    }
    const user = await invited(admin);
    const moved = await admin.patch(`/roleassignments/${user.assignments[0].id}`, { userId: admin.userId });
    expect(moved.body.errors).toMatchObject([{ pointer: '/userId', code: 'not-allowed' }]);
    const theirs = (await other.get(`/roleassignments?userId=${foreigner.id}`)).body.data[0].id;
    const answers = [
      await admin.get(`/roleassignments/${theirs}`),
      await admin.put(`/roleassignments/${theirs}`, {}),
      await admin.patch(`/roleassignments/${theirs}`, {}),
      await admin.delete(`/roleassignments/${theirs}`),
      await admin.get(`/roleassignments/${theirs}/audit`),
    ];
    expect(answers.map(code)).toEqual(answers.map(() => '404 not-found'));
  });

  it('422 archived-reference: an archived org structure, role or user', async () => {
    const user = await invited(admin);
    const [place, roleId] = [await placeAt(admin), await roleOf(admin)];
    await sql('UPDATE org_structures SET archived = true WHERE id = $1', [place]);
    await admin.delete(`/roles/${roleId}`);
    await admin.delete(`/users/${user.id}`);
    const { body } = await admin.post('/roleassignments', {
      userId: user.id,
      roleId,
      orgStructureRelationshipIds: [place],
    });
    expect(body.errors.map(({ code: fault }: { code: string }) => fault)).toEqual(
      Array(3).fill('archived-reference'),
    );
  });

  it('403 permission-denied: nobody gives a permission, or a reach of one, that they do not have', async () => {
    const top = await placeAt(admin);
    const below = await placeAt(admin, [top]);
    const beside = await placeAt(admin);
    const user = await invited(admin);
    const approving = await roleOf(admin, ['hazards.approve']);
    const keeper = await api.caller({
      companyId: admin.companyId,
      permissions: ['roles.manage', 'users.manage'],
    });
    const held = await admin.post('/roleassignments', {
      userId: keeper.userId,
      roleId: approving,
      orgStructureRelationshipIds: [top],
    });
    expect(held.status).toBe(201);
    const give = (...orgStructureRelationshipIds: string[]) =>
      keeper.post('/roleassignments', { userId: user.id, roleId: approving, orgStructureRelationshipIds });
    expect(code(await give())).toBe('403 permission-denied');
    expect(code(await give(beside))).toBe('403 permission-denied');
    expect(code(await give(below, beside))).toBe('403 permission-denied');
    const given = await give(below);
    expect(given.status).toBe(201);
    const widened = { orgStructureRelationshipIds: [] };
    expect(code(await keeper.patch(`/roleassignments/${given.body.id}`, widened))).toBe(
      '403 permission-denied',
    );
    const invite = { ...(await invitation(admin)), roles: [{ roleId: approving }] };
    expect(code(await keeper.post('/users', invite))).toBe('403 permission-denied');
  });
});

describe('the last administrator', () => {
  it('409 last-administrator: whatever would leave the company without one', async () => {
    const admin = await api.caller({ permissions });
    const [assignment] = (await admin.get('/roleassignments')).body.data;
    const place = await placeAt(admin);
    const path = `/roleassignments/${assignment.id}`;
    const less = { permissions: permissions.filter((name) => name !== 'company.manage') };
    const answers = [
      await admin.delete(`/users/${admin.userId}`),
      await admin.post(`/users/${admin.userId}/transitions`, { transition: 'disable' }),
      await admin.delete(path),
      await admin.patch(path, { orgStructureRelationshipIds: [place] }),
      await admin.put(path, { ...assignment, orgStructureRelationshipIds: [place] }),
    ];
    expect(answers.map(code)).toEqual(answers.map(() => '409 last-administrator'));
    const own = await roleOf(admin, permissions);
    const user = await invited(admin, { roles: [{ roleId: own }] });
    const as = await callerOf(user, admin.companyId);
    expect((await as('DELETE', `/users/${admin.userId}`)).status).toBe(204);
    expect(code(await as('PATCH', `/roles/${own}`, less))).toBe('409 last-administrator');
    expect(code(await as('PUT', `/roles/${own}`, { name: 'Less', ...less }))).toBe('409 last-administrator');
  });

  it('two administrators who remove each other at the same moment: one stays', async () => {
    const [first, companyId] = await api.caller().then((caller) => [caller, caller.companyId] as const);
    const second = await api.caller({ companyId });
    const answers = await Promise.all([
      first.delete(`/users/${second.userId}`),
      second.delete(`/users/${first.userId}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('an administrator whom operators have disabled does not count', async () => {
    const admin = await api.caller();
    const other = await api.caller({ companyId: admin.companyId });
    await sql('UPDATE company_users SET can_sign_in = false WHERE id = $1', [other.userId]);
    expect(code(await admin.delete(`/users/${admin.userId}`))).toBe('409 last-administrator');
  });
});

describe('/company', () => {
  it('200: settings reach the membership answer and the services', async () => {
    const admin = await api.caller();
    const { body } = await admin.get('/company');
    expect(body).toMatchObject({ id: admin.companyId, name: 'Test Works', allowSelfApproval: false });
    const settings = { allowSelfApproval: true, defaultApproverUserIds: [admin.userId] };
    const { status } = await admin.patch('/company', settings);
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${admin.token}` };
    const { body: memberships } = await api.send('GET', '/internal/memberships/me', { headers });
    expect(memberships.companies).toMatchObject([settings]);
    expect((await told('company-changed.v1', admin.companyId)).at(-1)).toMatchObject({
      companyId: admin.companyId,
      payload: { ...settings, version: 2 },
    });
    expect(await told('memberships-changed.v1', admin.userId)).toHaveLength(1);
    const replaced = await admin.put('/company', { ...body, name: 'New Works' });
    expect(replaced.body).toMatchObject({ name: 'New Works', allowSelfApproval: false });
    const stale = { headers: { 'if-match': '"1"' } };
    expect(code(await admin.patch('/company', { name: 'Old' }, stale))).toBe('412 version-mismatch');
    await admin.patch('/company', { requireIfMatch: true });
    expect(code(await admin.patch('/company', { name: 'Old' }))).toBe('428 precondition-required');
  });

  it.each([
    [{ name: '' }, '/name', 'too-short'],
    [{ countryCode: 'XX1' }, '/countryCode', 'invalid-format'],
    [{ timeZone: '+01:00' }, '/timeZone', 'invalid-format'],
    [{ riskBands: { medium: 9, high: 3, veryHigh: 4 } }, '/riskBands', 'invalid-format'],
    [{ defaultApproverUserIds: [randomUUID()] }, '/defaultApproverUserIds/0', 'not-found'],
  ])('422: %j', async (changes, pointer, fault) => {
    const { status, body } = await (await api.caller()).patch('/company', changes);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer, code: fault }],
    });
  });
});

describe('GET /audit', () => {
  it('200: who changed what, newest first, of this company alone', async () => {
    const admin = await api.caller();
    await invited(await api.caller());
    const user = await invited(admin);
    await admin.patch('/company', { name: 'Audited Works' });
    const { body } = await admin.get('/audit');
    expect(
      body.data.map(({ resource, operation }: Record<string, string>) => `${resource} ${operation}`),
    ).toEqual(['companies changed', 'role_assignments added', 'company_users added', 'roles added']);
    expect(body.data[0]).toMatchObject({
      changedByUserId: admin.userId,
      members: [{ member: 'name', from: 'Test Works', to: 'Audited Works' }],
    });
    const of = async (query: string) => (await admin.get(`/audit?${query}`)).body.data.length;
    expect(await of('resource=roles')).toBe(1);
    expect(await of(`rowId=${user.id}`)).toBe(1);
    expect(await of('operation=changed')).toBe(1);
    expect(await of(`changedByUserId=${user.id}`)).toBe(0);
    expect(await of('changedFrom=2100-01-01T00:00:00Z')).toBe(0);
    expect(await of('changedTo=2100-01-01T00:00:00Z')).toBe(4);
    const first = (await admin.get('/audit?limit=3')).body;
    expect(await of(`limit=3&cursor=${first.page.nextCursor}`)).toBe(1);
    expect(code(await admin.get(`/audit?limit=2&resource=roles&cursor=${first.page.nextCursor}`))).toBe(
      '400 invalid-cursor',
    );
  });
});

describe('one definition of who may do what', () => {
  it('claims, memberships and what companies are told agree, for random roles at random places', async () => {
    const admin = await api.caller();
    const places = [await placeAt(admin), await placeAt(admin)];
    const some = <Value>(values: readonly Value[]) => values.filter(() => Math.random() < 0.4);
    for (let round = 0; round < 12; round += 1) {
      const roles = await Promise.all(
        [1, 2, 3].map(async () => ({
          roleId: await roleOf(admin, some(permissions)),
          orgStructureRelationshipIds: some(places),
        })),
      );
      const user = await invited(admin, { roles });
      const headers = { authorization: `Bearer ${await api.issuer.token(user.id)}` };
      const { body } = await api.send('GET', '/internal/memberships/me', { headers });
      const [{ assignments }] = body.companies;
      const state = (await told('company-user-changed.v1', user.id)).at(-1).payload;
      expect(state.assignments).toEqual(assignments);
      const claims = (await told('user-changed.v1', user.id)).at(-1).payload.roles;
      expect(claims).toEqual(
        // biome-ignore lint/suspicious/noExplicitAny: an answer
        assignments.map((held: any) => ({
          id: held.id,
          cid: admin.companyId,
          rid: held.roleId,
          evm: held.permissions.includes('hazards.approve') && held.permissions.includes('events.approve'),
          managesClients: held.permissions.includes('clients.manage') && held.orgStructureIds.length === 0,
        })),
      );
      const as = await callerOf(user, admin.companyId);
      const mayList = assignments.some(
        // biome-ignore lint/suspicious/noExplicitAny: an answer
        (held: any) => held.permissions.includes('roles.manage') && held.orgStructureIds.length === 0,
      );
      expect((await as('GET', '/roles')).status).toBe(mayList ? 200 : 403);
    }
  });
});
