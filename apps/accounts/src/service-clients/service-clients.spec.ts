import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '@safety/bus';
import { publishSigned } from '@safety/bus/testing';
import {
  type CompanyClientState,
  companyClientChanged,
  type Membership,
  permissions,
} from '@safety/contracts';
import { LOGGER, type Logger } from '@safety/platform';
import { eventually, type TestCaller } from '@safety/testing';
import {
  accountsUnderTest,
  code,
  messagesAbout,
  placeAt,
  roleOf,
  sql,
} from '../testing/accounts-under-test.js';

const api = accountsUnderTest();
let redis: ReturnType<typeof connectRedis>;
let admin: TestCaller;

beforeAll(async () => {
  redis = connectRedis(process.env['REDIS_URL'] ?? '', api().app.get<Logger>(LOGGER));
  await eventually(() => expect(redis.status).toBe('ready'));
  admin = await api().caller();
});

afterAll(() => redis.disconnect());

const rowOf = async (id: string) => (await sql('SELECT * FROM service_clients WHERE id = $1', [id]))[0];

/** Publishes a client as identity does, and waits until it knows. */
async function publishClient(
  state: Partial<CompanyClientState>,
  { companyId }: TestCaller = admin,
): Promise<string> {
  const client = { version: 1, actsForItself: true, disabled: false, deleted: false, ...state };
  const payload = { id: randomUUID(), name: 'Reader', ...client };
  await publishSigned(redis, companyClientChanged, {
    id: randomUUID(),
    type: companyClientChanged.name,
    companyId,
    occurredAt: new Date().toISOString(),
    payload,
  });
  await eventually(async () => expect(await rowOf(payload.id)).toMatchObject({ version: payload.version }));
  return payload.id;
}

/** A request on a token that the client got for itself. */
async function as(clientId: string, method: string, path: string, { companyId }: TestCaller = admin) {
  const claims = { client_id: clientId, company_id: companyId, sid: undefined, grant_id: undefined };
  const headers = { authorization: `Bearer ${await api().issuer.token(clientId, { claims })}` };
  return api().send(method, path, { headers: { ...headers, 'x-company-context': companyId } });
}

const give = (clientId: string, roleId: string, places: string[] = [], by = admin) =>
  by.post('/roleassignments', { clientId, roleId, orgStructureRelationshipIds: places });

const memberships = async (clientId: string): Promise<Membership[]> =>
  (await as(clientId, 'GET', '/internal/memberships/me')).body.companies;

describe('a service client', () => {
  it('belongs to its company by its role, at the places of it, and every process forgets it', async () => {
    const clientId = await publishClient({});
    expect(await memberships(clientId)).toEqual([]);
    expect(code(await as(clientId, 'GET', '/company'))).toBe('403 company-context-forbidden');
    const [place, roleId] = [await placeAt(admin), await roleOf(admin, ['hazards.read'])];
    const { status, body } = await give(clientId, roleId, [place]);
    expect({ status, body }).toMatchObject({ status: 201, body: { clientId, userId: null, roleId } });
    expect(await memberships(clientId)).toMatchObject([
      {
        companyId: admin.companyId,
        assignments: [{ permissions: ['hazards.read'], orgStructureIds: [place] }],
      },
    ]);
    expect(await messagesAbout('memberships-changed.v1', clientId)).not.toEqual([]);
    const [registered] = await messagesAbout('accounts-resource-changed.v1', clientId);
    expect(registered.payload).toMatchObject({ resource: 'service_clients', operation: 'added' });
    expect((await as(clientId, 'GET', '/company')).status).toBe(200);
    const { body: own } = await as(clientId, 'GET', '/companies/me');
    expect(own.data).toMatchObject([{ id: admin.companyId, role: { id: roleId } }]);
    expect((await admin.get(`/roleassignments?clientId=${clientId}`)).body.data).toHaveLength(1);
    await admin.patch(`/roles/${roleId}`, { permissions: ['hazards.read', 'events.read'] });
    expect((await memberships(clientId))[0]?.assignments[0]?.permissions).toHaveLength(2);
    const path = `/roleassignments/${body.id}`;
    expect((await admin.patch(path, { orgStructureRelationshipIds: [] })).status).toBe(200);
    expect((await memberships(clientId))[0]?.assignments[0]?.orgStructureIds).toEqual([]);
    const inUse = await admin.delete(`/roles/${roleId}`);
    expect(inUse.body.references).toEqual([{ resource: 'serviceclients', id: clientId }]);
    expect((await admin.delete(path)).status).toBe(204);
    expect(await memberships(clientId)).toEqual([]);
  });

  it('never holds the permissions of people, whatever its role says', async () => {
    const clientId = await publishClient({});
    await give(clientId, await roleOf(admin, permissions));
    const [membership] = await memberships(clientId);
    expect(membership?.assignments[0]?.permissions).not.toContain('roles.manage');
    expect(membership?.assignments[0]?.permissions).toContain('hazards.approve');
    for (const path of ['/users', '/roles', '/roleassignments', '/serviceclients', '/audit'])
      expect(code(await as(clientId, 'GET', path))).toBe('403 permission-denied');
  });

  it('403 user-required: /users/me is about users', async () => {
    const clientId = await publishClient({});
    await give(clientId, await roleOf(admin));
    for (const method of ['GET', 'PUT', 'PATCH'])
      expect(code(await as(clientId, method, '/users/me'))).toBe('403 user-required');
  });

  it.each<[string, Partial<CompanyClientState>]>([
    ['disabled', { disabled: true }],
    ['without client_credentials', { actsForItself: false }],
    ['deleted', { deleted: true }],
  ])('%s: it loses all', async (_, change) => {
    const clientId = await publishClient({});
    await give(clientId, await roleOf(admin));
    expect(await memberships(clientId)).toHaveLength(1);
    const before = (await messagesAbout('memberships-changed.v1', clientId)).length;
    await publishClient({ id: clientId, version: 2, ...change });
    expect(await memberships(clientId)).toEqual([]);
    expect(await messagesAbout('memberships-changed.v1', clientId)).toHaveLength(before + 1);
  });

  it.each([
    ['a user', () => ({ changedBy: { userId: admin.userId } })],
    ['an operator', () => ({ changedBy: { userId: null } })],
    ['nobody', () => ({})],
  ])('deleted by %s: its roles are archived by the system, and it takes no new one', async (_, by) => {
    const clientId = await publishClient({});
    const { body } = await give(clientId, await roleOf(admin));
    await publishClient({ id: clientId, version: 2, deleted: true, ...by() });
    const { body: audit } = await admin.get(`/roleassignments/${body.id}/audit`);
    expect(audit.data[0]).toMatchObject({ operation: 'archived', actor: 'system', changedByUserId: null });
    expect(audit.data[1]).toMatchObject({ operation: 'added', actor: 'user', changedByUserId: admin.userId });
    const again = await give(clientId, await roleOf(admin));
    expect(again.body.errors).toMatchObject([{ pointer: '/clientId', code: 'archived-reference' }]);
  });

  it('its life is in the audit of the company: each change once, by whom', async () => {
    const [id, by] = [randomUUID(), { changedBy: { userId: admin.userId } }];
    await publishClient({ id, name: 'Reader', ...by });
    await publishClient({ id, version: 2, name: 'Writer', ...by });
    await publishClient({ id, version: 3, name: 'Writer', disabled: true, changedBy: { userId: null } });
    // A version in which nothing has changed that accounts keeps, such as a new secret.
    await publishClient({ id, version: 4, name: 'Writer', disabled: true });
    await publishClient({ id, version: 5, name: 'Writer', disabled: true, deleted: true, ...by });
    const { body } = await admin.get(`/audit?resource=service_clients&rowId=${id}`);
    const byUser = { actor: 'user', changedByUserId: admin.userId };
    expect(body.data).toMatchObject([
      { operation: 'archived', version: 5, ...byUser },
      { operation: 'changed', version: 4, actor: 'system', members: [] },
      {
        ...{ operation: 'changed', version: 3, actor: 'operator', changedByUserId: null },
        members: [{ member: 'status', from: 'active', to: 'disabled' }],
      },
      { operation: 'changed', version: 2, ...byUser, members: [{ member: 'name', to: 'Writer' }] },
      { operation: 'added', version: 1, ...byUser },
    ]);
    const { body: elsewhere } = await (await api().caller()).get('/audit?resource=service_clients');
    expect(elsewhere.data).toEqual([]);
  });

  it('an older message changes nothing', async () => {
    const clientId = await publishClient({ version: 3, name: 'Newer' });
    await give(clientId, await roleOf(admin));
    await publishSigned(redis, companyClientChanged, {
      id: randomUUID(),
      type: companyClientChanged.name,
      companyId: admin.companyId,
      occurredAt: new Date().toISOString(),
      payload: {
        id: clientId,
        version: 2,
        name: 'Older',
        actsForItself: true,
        disabled: true,
        deleted: true,
      },
    });
    await publishClient({});
    expect(await rowOf(clientId)).toMatchObject({ name: 'Newer', status: 'active' });
    expect(await memberships(clientId)).toHaveLength(1);
  });
});

describe('giving a role to a service client', () => {
  it('422: a user and a client, or neither; a client of another company, or that there is not', async () => {
    const other = await api().caller();
    const [clientId, foreign] = [await publishClient({}), await publishClient({}, other)];
    const roleId = await roleOf(admin);
    const faults = async (body: object) =>
      (await admin.post('/roleassignments', { roleId, ...body })).body.errors;
    expect(await faults({})).toMatchObject([{ pointer: '/userId', code: 'required' }]);
    expect(await faults({ clientId, userId: admin.userId })).toMatchObject([
      { pointer: '/userId', code: 'mutually-exclusive' },
    ]);
    for (const id of [foreign, randomUUID(), admin.userId])
      expect(await faults({ clientId: id })).toMatchObject([{ pointer: '/clientId', code: 'not-found' }]);
    expect(await faults({ clientId: 'mine' })).toMatchObject([{ pointer: '/clientId' }]);
  });

  it('422 not-allowed: an assignment stays with its holder; 409 duplicate: the same one twice', async () => {
    const [clientId, second] = [await publishClient({}), await publishClient({})];
    const roleId = await roleOf(admin);
    const { body } = await give(clientId, roleId);
    expect(code(await give(clientId, roleId))).toBe('409 duplicate');
    const path = `/roleassignments/${body.id}`;
    for (const holder of [{ clientId: second }, { clientId: null, userId: admin.userId }])
      expect((await admin.patch(path, holder)).body.errors[0]).toMatchObject({ code: 'not-allowed' });
  });

  it('403 permission-denied: nobody gives what they do not have', async () => {
    const clientId = await publishClient({});
    const keeper = await api().caller({
      companyId: admin.companyId,
      permissions: ['roles.manage', 'hazards.read'],
    });
    const approving = await roleOf(admin, ['hazards.approve']);
    expect(code(await give(clientId, approving, [], keeper))).toBe('403 permission-denied');
    expect((await give(clientId, await roleOf(keeper), [], keeper)).status).toBe(201);
  });

  it('a client never counts as the last administrator', async () => {
    const caller = await api().caller();
    const clientId = await publishClient({}, caller);
    await give(clientId, await roleOf(caller, permissions), [], caller);
    expect(code(await caller.delete(`/users/${caller.userId}`))).toBe('409 last-administrator');
  });
});

describe('GET /serviceclients', () => {
  it('200: the clients of the company with their roles, by name, deleted ones on request', async () => {
    const caller = await api().caller();
    const ids = [
      await publishClient({ name: 'Beta' }, caller),
      await publishClient({ name: 'Alpha', disabled: true }, caller),
    ];
    await publishClient({ name: 'Gone', deleted: true }, caller);
    await give(ids[0] ?? '', await roleOf(caller), [], caller);
    const names = async (query: string) =>
      (await caller.get(`/serviceclients${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Alpha', 'Beta']);
    expect(await names('?status=active')).toEqual(['Beta']);
    expect(await names('?q=alp')).toEqual(['Alpha']);
    expect(await names('?includeArchived=only')).toEqual(['Gone']);
    expect(code(await caller.get('/serviceclients?status=gone'))).toBe('400 invalid-parameter');
    const { status, body } = await caller.get(`/serviceclients/${ids[0]}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: 'Beta', status: 'active', actsForItself: true, assignments: [{ evm: false }] },
    });
  });

  it('200 of /serviceclients/{id} once it has another role, 304 before', async () => {
    const clientId = await publishClient({});
    const path = `/serviceclients/${clientId}`;
    const etag = (await admin.get(path)).headers.get('etag') ?? '';
    const again = () => admin.get(path, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await give(clientId, await roleOf(admin));
    expect(await again()).toMatchObject({ status: 200, body: { assignments: [{ evm: false }] } });
  });

  it('404 alike: a client of another company, and one that there is not; 403 without roles.manage', async () => {
    const foreign = await publishClient({}, await api().caller());
    for (const id of [foreign, randomUUID()])
      expect(code(await admin.get(`/serviceclients/${id}`))).toBe('404 not-found');
    const employee = await api().caller({ role: 'employee', companyId: admin.companyId });
    expect(code(await employee.get('/serviceclients'))).toBe('403 permission-denied');
  });
});
