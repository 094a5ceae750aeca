import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, permissions, type RoleAssignment } from '@safety/contracts';
import {
  type Answer,
  describeChanges,
  newSeed,
  randomBy,
  type TestApi,
  type TestCaller,
} from '@safety/testing';
import { placed } from '../testing/org-structures.js';
import { addPerson, addUser, setRoles, sql, startPersonnelOrg } from '../testing/organisation.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
});
afterAll(() => api.close());

const outcome = ({ status, body }: Answer) => [status, body.code];

interface Role {
  places?: string[];
  evm?: boolean;
  reads?: boolean;
}

const assignment = ({ places = [], evm = false, reads = evm }: Role): RoleAssignment => ({
  id: randomUUID(),
  roleId: randomUUID(),
  roleName: evm ? 'eventManager' : 'readOnly',
  isEventManager: evm,
  permissions: reads ? ['hazards.read'] : [],
  orgStructureIds: places,
});

/** Adds a user as accounts would publish them; resolves with the id. */
async function publishedUser(
  companyId: string,
  displayName: string,
  roles: Role[],
  changes: object = {},
): Promise<string> {
  const id = await addUser(api, companyId);
  const row = { email: `${id}@example.test`, active: true, belongs: true, accepted: true, ...changes };
  await sql(
    api,
    companyId,
    `UPDATE company_users SET display_name = $2, email = $3, active = $4, belongs = $5, assignments = $6, accepted = $7
     WHERE user_id = $1`,
    [
      ...[id, displayName, row.email, row.active, row.belongs],
      ...[JSON.stringify(roles.map(assignment)), row.accepted],
    ],
  );
  return id;
}

describe('GET /users', () => {
  let reader: TestCaller;
  let north: { id: string };
  let quarry: { id: string };
  let depot: { id: string };

  beforeAll(async () => {
    reader = await api.caller();
    const { companyId } = reader;
    north = await placed(reader, 'North');
    quarry = await placed(reader, 'Quarry', north);
    depot = await placed(reader, 'Depot');
    await publishedUser(companyId, 'Anna Everywhere', [{ evm: true }]);
    await publishedUser(companyId, 'ben North', [{ places: [north.id], evm: true }]);
    await publishedUser(companyId, 'Cleo Quarry', [
      { places: [quarry.id] },
      { places: [depot.id], evm: true },
    ]);
    await publishedUser(companyId, 'Dan Depot', [{ places: [depot.id] }]);
    await publishedUser(companyId, 'Eve Disabled', [{}], { active: false });
    await publishedUser(companyId, 'Flo Left', [], { belongs: false });
  });

  const names = async (query = '', caller = reader) =>
    (await caller.get(`/users${query}`)).body.data.map(
      ({ displayName }: { displayName: string }) => displayName,
    );

  it('200: those who may sign in and belong to the company, by name', async () => {
    expect(await names()).toEqual(['Anna Everywhere', 'ben North', 'Cleo Quarry', 'Dan Depot']);
    expect(await names('?active=false')).toEqual(['Eve Disabled']);
    expect(await names('?includeArchived=only')).toEqual(['Flo Left']);
    const [left] = (await reader.get('/users?includeArchived=only')).body.data;
    expect(left).toMatchObject({ archived: true, archivedAt: left.modifiedAt, archivedByUserId: null });
    expect((await names('?modifiedSince=2026-01-01T00:00:00Z')).length).toBe(6);
    expect(await names('', await api.caller())).toEqual([]);
  });

  it('200: by their ids, and with those who have left, also who may not sign in', async () => {
    await publishedUser(reader.companyId, 'Gil Disabled and left', [], { active: false, belongs: false });
    const { data } = (await reader.get('/users?modifiedSince=2026-01-01T00:00:00Z')).body;
    const ids = data.map(({ id }: { id: string }) => id).join(',');
    const here = ['Anna Everywhere', 'ben North', 'Cleo Quarry', 'Dan Depot', 'Eve Disabled'];
    const left = ['Flo Left', 'Gil Disabled and left'];
    expect(await names(`?ids=${ids}`)).toEqual(here);
    expect(await names(`?ids=${ids}&includeArchived=true`)).toEqual([...here, ...left]);
    expect(await names('?includeArchived=only')).toEqual(left);
    expect(await names('?includeArchived=only&active=true')).toEqual(['Flo Left']);
    expect(await names(`?ids=${ids}&active=false`)).toEqual(['Eve Disabled']);
  });

  it('200: where a role of theirs counts: there, above, or everywhere', async () => {
    const at = (...places: { id: string }[]) =>
      names(`?orgStructureRelationshipIds=${places.map(({ id }) => id).join(',')}`);
    expect(await at(quarry)).toEqual(['Anna Everywhere', 'ben North', 'Cleo Quarry']);
    expect(await at(north)).toEqual(['Anna Everywhere', 'ben North']);
    expect(await at(depot)).toEqual(['Anna Everywhere', 'Cleo Quarry', 'Dan Depot']);
    expect(await at(north, depot)).toEqual(['Anna Everywhere', 'ben North', 'Cleo Quarry', 'Dan Depot']);
  });

  it('200: event managers by the same role that counts there', async () => {
    const at = (place: { id: string }) =>
      names(`?eventManagerOnly=true&orgStructureRelationshipIds=${place.id}`);
    expect(await names('?eventManagerOnly=true')).toEqual(['Anna Everywhere', 'ben North', 'Cleo Quarry']);
    expect(await at(quarry)).toEqual(['Anna Everywhere', 'ben North']);
    expect(await at(depot)).toEqual(['Anna Everywhere', 'Cleo Quarry']);
  });

  it('200: event managers who are approvers: who have accepted, and read hazards there', async () => {
    const caller = await api.caller();
    const site = await placed(caller, 'Site');
    const [pit, mill] = [await placed(caller, 'Pit', site), await placed(caller, 'Mill', site)];
    const manages = { evm: true, reads: false };
    const add = (name: string, roles: Role[], changes: object = {}) =>
      publishedUser(caller.companyId, name, roles, changes);
    await add('Blind', [manages]);
    await add('Invited', [{ evm: true }], { accepted: false });
    await add('Manages the pit, reads the mill', [
      { ...manages, places: [pit.id] },
      { places: [mill.id], reads: true },
    ]);
    await add('Manages the pit, reads the site', [
      { ...manages, places: [pit.id] },
      { places: [site.id], reads: true },
    ]);
    const at = (...places: { id: string }[]) =>
      names(
        `?eventManagerOnly=true&orgStructureRelationshipIds=${places.map(({ id }) => id).join(',')}`,
        caller,
      );
    expect(await at(pit)).toEqual(['Manages the pit, reads the site']);
    expect(await at(mill)).toEqual([]);
    expect(await at(pit, mill)).toEqual(['Manages the pit, reads the site']);
    expect(await names('?eventManagerOnly=true', caller)).toEqual([
      'Manages the pit, reads the mill',
      'Manages the pit, reads the site',
    ]);
    expect(await names('', caller)).toHaveLength(4);
  });

  it('200: what an integrator needs of each, and no permissions', async () => {
    const person = await addPerson(reader, quarry);
    const [cleo] = (await reader.get('/users?q=cleo')).body.data;
    await reader.patch(`/personnel/${person.id}`, { userId: cleo.id });
    const [row] = (await reader.get(`/users?ids=${cleo.id}`)).body.data;
    expect(row).toEqual({
      id: cleo.id,
      version: 1,
      createdAt: expect.any(String),
      createdByUserId: null,
      modifiedAt: expect.any(String),
      modifiedByUserId: null,
      archived: false,
      archivedAt: null,
      archivedByUserId: null,
      displayName: 'Cleo Quarry',
      email: `${cleo.id}@example.test`,
      personnelId: person.id,
      active: true,
      isEventManager: true,
      orgStructureRelationshipIds: [quarry.id, depot.id],
      companyWide: false,
    });
    const [anna] = (await reader.get('/users?q=anna')).body.data;
    expect(anna).toMatchObject({ companyWide: true, orgStructureRelationshipIds: [], personnelId: null });
  });

  it('200 without users.read: no addresses, and no search in them', async () => {
    const employee = await api.caller({ companyId: reader.companyId, role: 'employee' });
    const { data } = (await employee.get('/users')).body;
    expect(data.map(({ email }: { email: unknown }) => email)).toEqual([null, null, null, null]);
    expect(await names('?q=example.test')).toHaveLength(4);
    expect(await names('?q=example.test', employee)).toEqual([]);
    expect(await names('?q=NORTH', employee)).toEqual(['ben North']);
  });

  it('200: pages follow each other', async () => {
    const first = (await reader.get('/users?limit=3')).body;
    expect(await names(`?limit=3&cursor=${first.page.nextCursor}`)).toEqual(['Dan Depot']);
  });

  it.each([
    '?externalId=x',
    '?sort=email',
    '?eventManagerOnly=perhaps',
    '?orgStructureRelationshipIds=x',
    `?orgStructureRelationshipIds=${Array.from({ length: 101 }, () => randomUUID()).join(',')}`,
  ])('400: %s', async (query) => {
    expect((await reader.get(`/users${query}`)).status).toBe(400);
  });

  it('400 invalid-parameter: an org structure that is unknown, of another company, or out of sight', async () => {
    const foreign = await placed(admin, randomUUID());
    const blind = await api.caller({ companyId: reader.companyId, permissions: ['users.read'] });
    const ask = (caller: TestCaller, id: string) =>
      caller.get(`/users?orgStructureRelationshipIds=${quarry.id},${id}`);
    for (const answer of [
      await ask(reader, randomUUID()),
      await ask(reader, foreign.id),
      await ask(blind, quarry.id),
    ])
      expect([...outcome(answer), answer.body.errors[0].parameter]).toEqual([
        400,
        'invalid-parameter',
        'orgStructureRelationshipIds',
      ]);
  });

  it('200: the same users as a naive look at random roles finds', async () => {
    const seed = newSeed();
    const random = randomBy(seed);
    const caller = await api.caller();
    const places = [await placed(caller, 'Root')];
    for (let index = 0; index < 12; index++) {
      places.push(await placed(caller, `Place ${index}`, random.of(places)));
    }
    const anyPlaces = () => random.some(places, 2 / places.length);
    const users = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const roles = Array.from({ length: random.below(3) }, () => ({
          places: random.chance(0.1) ? [] : anyPlaces().map(({ id }) => id),
          evm: random.chance(0.4),
        }));
        const name = `User ${String(index).padStart(2, '0')}`;
        await publishedUser(caller.companyId, name, roles);
        return { name, roles };
      }),
    );
    for (let round = 0; round < 30; round++) {
      const wanted = anyPlaces();
      const evm = random.chance(0.5);
      if (wanted.length === 0) continue;
      const expected = users.filter(({ roles }) =>
        roles.some(
          (role) =>
            (!evm || role.evm) &&
            wanted.some(
              ({ pathIds }) => role.places.length === 0 || role.places.some((id) => pathIds.includes(id)),
            ),
        ),
      );
      const ids = wanted.map(({ id }) => id).join(',');
      const query = `?limit=200&eventManagerOnly=${evm}&orgStructureRelationshipIds=${ids}`;
      expect({ seed, found: await names(query, caller) }).toEqual({
        seed,
        found: expected.map(({ name }) => name).sort(),
      });
    }
  });
});

describe('GET /users/me and /users/{id}', () => {
  it('200: the caller, as accounts publishes and with the roles of this request', async () => {
    const place = await placed(admin, randomUUID());
    const caller = await api.caller({
      companyId: admin.companyId,
      permissions: ['users.read'],
      orgStructureIds: [place.id],
    });
    expect((await caller.get('/users/me')).body).toMatchObject({
      id: caller.userId,
      version: 0,
      displayName: '',
    });
    await addUser(api, caller.companyId, caller.userId);
    await sql(
      api,
      caller.companyId,
      "UPDATE company_users SET display_name = 'Me', email = 'me@example.test' WHERE user_id = $1",
      [caller.userId],
    );
    const expected = {
      id: caller.userId,
      displayName: 'Me',
      email: 'me@example.test',
      orgStructureRelationshipIds: [place.id],
      companyWide: false,
    };
    expect((await caller.get('/users/me')).body).toMatchObject(expected);
    expect((await caller.get(`/users/${caller.userId}`)).body).toMatchObject(expected);
  });

  it('200 for a member without any permission', async () => {
    const caller = await api.caller({ permissions: [] });
    expect((await caller.get('/users/me')).body).toMatchObject({ id: caller.userId, email: null });
  });

  it('403 permission-denied: others, known or not; 404 for what is no id', async () => {
    const other = await publishedUser(admin.companyId, 'Other', [{}]);
    for (const id of [other, randomUUID()])
      expect(outcome(await admin.get(`/users/${id}`))).toEqual([403, 'permission-denied']);
    expect((await admin.get('/users/everybody')).status).toBe(404);
  });
});

describe('GET /users/me/permissions', () => {
  it('200: the roles of the caller and what they allow together; at /users/permissions too', async () => {
    const place = await placed(admin, randomUUID());
    const below = await placed(admin, randomUUID(), place);
    const caller = await api.caller({ companyId: admin.companyId });
    await setRoles(api, caller.userId, admin.companyId, [
      { permissions: ['training.read', 'orgstructures.read'] },
      { permissions: ['hazards.read', 'training.read'], orgStructureIds: [place.id] },
    ]);
    const { body } = await caller.get('/users/me/permissions');
    expect(body).toMatchObject({
      userId: caller.userId,
      companyId: admin.companyId,
      permissions: ['hazards.read', 'orgstructures.read', 'training.read'],
      defaultOrgStructureId: null,
      roles: [
        { roleName: 'given', companyWide: true, orgStructureRelationshipIds: [] },
        { companyWide: false, orgStructureRelationshipIds: [place.id] },
      ],
    });
    expect((await caller.get('/users/permissions')).body).toEqual(body);
    const at = async ({ id }: { id: string }) =>
      (await caller.get(`/users/me/permissions?orgStructureId=${id}`)).body;
    expect((await at(below)).permissions).toContain('hazards.read');
    const elsewhere = await at(await placed(admin, randomUUID()));
    expect(elsewhere.permissions).toEqual(['orgstructures.read', 'training.read']);
    expect(elsewhere.roles).toHaveLength(1);
  });

  it('200: what counts only in the whole company is not listed for an administrator of one site', async () => {
    const place = await placed(admin, randomUUID());
    const caller = await api.caller({ companyId: admin.companyId });
    await setRoles(api, caller.userId, admin.companyId, [
      { permissions: [...permissions], orgStructureIds: [place.id] },
    ]);
    const counting = permissions.filter((name) => !/^(users|roles|company|clients)\.manage$/.test(name));
    for (const query of ['', `?orgStructureId=${place.id}`])
      expect((await caller.get(`/users/me/permissions${query}`)).body.permissions).toEqual(counting);
    expect((await admin.get('/users/me/permissions')).body.permissions).toContain('company.manage');
  });

  it('200: nothing, for a member without any permission', async () => {
    const caller = await api.caller({ permissions: [] });
    expect((await caller.get('/users/me/permissions')).body.permissions).toEqual([]);
  });

  it('400 invalid-parameter: an org structure that is unknown or of another company', async () => {
    const foreign = await placed(await api.caller(), 'Mine');
    for (const id of [randomUUID(), foreign.id])
      expect(outcome(await admin.get(`/users/me/permissions?orgStructureId=${id}`))).toEqual([
        400,
        'invalid-parameter',
      ]);
  });
});

describe('PUT /users/me/defaultorgstructure', () => {
  const set = (caller: TestCaller, orgStructureId: unknown, options = {}) =>
    caller.put('/users/me/defaultorgstructure', { orgStructureId }, options);

  describeChanges('/users/me/defaultorgstructure', {
    verbs: ['PUT'],
    row: async (_, options) => {
      const caller = await api.caller(options);
      return { caller, at: '/users/me/defaultorgstructure', body: { orgStructureId: null } };
    },
  });

  it('412 version-mismatch: not the version of the default, which stays; 200: that version, and 0 of none', async () => {
    const caller = await api.caller();
    const [one, two] = [await placed(caller, 'One'), await placed(caller, 'Two')];
    const current = async () => (await caller.get('/users/me/permissions')).body.defaultOrgStructureId;
    const setAt = (id: string | null, tag: string) => set(caller, id, { headers: { 'if-match': tag } });
    expect(await setAt(one.id, '"99999"')).toMatchObject({
      status: 412,
      body: { code: 'version-mismatch', currentVersion: 0 },
    });
    expect(await current()).toBeNull();
    const first = await setAt(one.id, '"0"');
    expect(first.status).toBe(200);
    expect(await setAt(two.id, '"0"')).toMatchObject({
      status: 412,
      body: { code: 'version-mismatch', currentVersion: one.version },
    });
    expect(await current()).toBe(one.id);
    expect((await setAt(two.id, first.headers.get('etag') ?? '')).status).toBe(200);
    const none = { headers: { 'if-none-match': '*' } };
    expect(outcome(await set(caller, one.id, none))).toEqual([412, 'version-mismatch']);
    expect((await set(caller, null)).status).toBe(200);
    expect((await set(caller, one.id, none)).body.id).toBe(one.id);
  });

  it('200: one at a time, and none', async () => {
    const caller = await api.caller();
    const [one, two] = [await placed(caller, 'One'), await placed(caller, 'Two')];
    for (const place of [one, two]) {
      const { status, body } = await set(caller, place.id);
      expect([status, body.id, body.isDefault]).toEqual([200, place.id, true]);
    }
    const defaults = async () => (await caller.get('/orgstructures?isDefault=true')).body.data;
    expect(await defaults()).toMatchObject([{ id: two.id }]);
    expect((await caller.get('/users/me/permissions')).body.defaultOrgStructureId).toBe(two.id);
    const key = { headers: { 'idempotency-key': randomUUID() } };
    for (const answer of [
      await set(caller, null),
      await set(caller, null, key),
      await set(caller, null, key),
    ])
      expect([answer.status, answer.body]).toEqual([200, null]);
    expect(await defaults()).toEqual([]);
  });

  it('leaves a record of each change, and of none where nothing changes', async () => {
    const caller = await api.caller();
    const [one, two] = [await placed(caller, 'One'), await placed(caller, 'Two')];
    await set(caller, null);
    for (const id of [one.id, one.id, two.id, null, null, one.id]) await set(caller, id);
    const text = `SELECT version, operation, members, actor_user_id FROM changes
      WHERE resource = 'default_org_structures' AND id = $1 ORDER BY number`;
    const { rows } = await sql(api, caller.companyId, text, [caller.userId]);
    const change = (version: number, operation: string, from: string | null, to: string | null) => ({
      version,
      operation,
      members: [{ member: 'orgStructureId', from, to, redacted: false }],
      actor_user_id: caller.userId,
    });
    expect(rows).toEqual([
      change(1, 'added', null, one.id),
      change(2, 'changed', one.id, two.id),
      change(3, 'changed', two.id, null),
      change(4, 'changed', null, one.id),
    ]);
    const published = `SELECT count(*)::int AS count FROM outbox WHERE envelope ->> 'companyId' = $1
      AND envelope -> 'payload' ->> 'resource' = 'default_org_structures'`;
    expect((await sql(api, caller.companyId, published, [caller.companyId])).rows).toEqual([{ count: 4 }]);
  });

  it('200: five first ones at once', async () => {
    const caller = await api.caller();
    const places = await Promise.all(Array.from({ length: 5 }, () => placed(caller, randomUUID())));
    const answers = await Promise.all(places.map(({ id }) => set(caller, id)));
    expect(answers.map(({ status }) => status)).toEqual(places.map(() => 200));
  });

  it('200: none while it is archived, and the same once it is restored', async () => {
    const caller = await api.caller();
    const place = await placed(caller, 'Depot');
    await set(caller, place.id);
    const shown = async () => [
      (await caller.get('/users/me/permissions')).body.defaultOrgStructureId,
      (await caller.get(`/orgstructures/${place.id}`)).body.isDefault,
      (await caller.get('/orgstructures?isDefault=true&includeArchived=true')).body.data.length,
    ];
    expect(await shown()).toEqual([place.id, true, 1]);
    expect((await caller.delete(`/orgstructures/${place.id}`)).status).toBe(204);
    expect(await shown()).toEqual([null, false, 0]);
    await caller.put(`/orgstructures/${place.id}/restore`);
    expect(await shown()).toEqual([place.id, true, 1]);
  });

  it('422: an org structure that is unknown, of another company, out of reach or archived', async () => {
    const foreign = await placed(await api.caller(), 'Mine');
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const old = await placed(admin, randomUUID(), mine);
    await admin.delete(`/orgstructures/${old.id}`);
    const caller = await api.caller({
      companyId: admin.companyId,
      permissions: builtInRoles.employee,
      orgStructureIds: [mine.id],
    });
    const code = async (id: unknown) => {
      const { status, body } = await set(caller, id);
      return [status, body.errors[0].pointer, body.errors[0].code];
    };
    for (const id of [randomUUID(), foreign.id, other.id])
      expect(await code(id)).toEqual([422, '/orgStructureId', 'not-found']);
    expect(await code(old.id)).toEqual([422, '/orgStructureId', 'archived-reference']);
    expect(await code('x')).toEqual([422, '/orgStructureId', 'invalid-format']);
    expect(await code(undefined)).toEqual([422, '/orgStructureId', 'required']);
  });
});
