import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeChanges, type TestCaller } from '@safety/testing';
import {
  accountsUnderTest,
  code,
  invitation,
  invited,
  messagesAbout,
  placeAt,
  roleOf,
  sql,
} from '../testing/accounts-under-test.js';

const api = accountsUnderTest();

describe('/roleassignments', () => {
  let admin: TestCaller;
  beforeAll(async () => {
    admin = await api().caller();
  });

  it('201, 200 and 204: a role comes, moves and goes, and the user is published', async () => {
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
    expect((await messagesAbout('user-changed.v1', user.id)).at(-1).payload.roles).toHaveLength(2);
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
    const state = (await messagesAbout('company-user-changed.v1', user.id)).at(-1).payload;
    expect(state).toMatchObject({ belongs: true, version: 5 });
    expect((await admin.delete(`/roleassignments/${user.assignments[0].id}`)).status).toBe(204);
    expect((await admin.get(`/users/${user.id}`)).body).toMatchObject({ archived: true, assignments: [] });
  });

  it('200: each change of the user is in the audit, with the roles before and after', async () => {
    const user = await invited(admin);
    const [{ id: first, roleId: held }] = user.assignments;
    const roleId = await roleOf(admin);
    const { body } = await admin.post('/roleassignments', { userId: user.id, roleId });
    const place = await placeAt(admin);
    await admin.patch(`/roleassignments/${body.id}`, { orgStructureRelationshipIds: [place] });
    await admin.patch(`/roles/${roleId}`, { name: `Renamed ${roleId}` });
    await admin.patch(`/roles/${roleId}`, { permissions: ['events.read'] });
    await admin.delete(`/roleassignments/${body.id}`);
    const { data } = (await admin.get(`/users/${user.id}/audit`)).body;
    const roles = (...ids: [string, string, string[]][]) =>
      ids.map(([id, of, orgStructureRelationshipIds]) =>
        expect.objectContaining({ id, roleId: of, orgStructureRelationshipIds }),
      );
    const [alone, both, moved] = [
      roles([first, held, []]),
      roles([first, held, []], [body.id, roleId, []]),
      roles([first, held, []], [body.id, roleId, [place]]),
    ];
    const by = {
      operation: 'changed',
      actor: 'user',
      changedByUserId: admin.userId,
      clientId: 'test-client',
    };
    const assignments = (from: unknown, to: unknown) => [
      { member: 'assignments', from, to, redacted: false },
    ];
    expect(data).toMatchObject([
      { ...by, version: 6, members: assignments(moved, alone) },
      // The permissions of a role are in the audit of the role.
      { ...by, version: 5, members: [] },
      { ...by, version: 4, members: assignments(moved, moved) },
      { ...by, version: 3, members: assignments(both, moved) },
      { ...by, version: 2, members: assignments(alone, both) },
      { version: 1, operation: 'added' },
    ]);
    const versions = (await messagesAbout('company-user-changed.v1', user.id)).map(
      ({ payload }) => payload.version,
    );
    expect(versions).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('201: the external id of an assignment that was taken away, which its audit keeps', async () => {
    const user = await invited(admin);
    const body = { userId: user.id, roleId: await roleOf(admin), externalId: 'hr-77' };
    const first = (await admin.post('/roleassignments', body)).body.id;
    expect((await admin.delete(`/roleassignments/${first}`)).status).toBe(204);
    const { status, body: second } = await admin.post('/roleassignments', body);
    expect([status, second.externalId]).toEqual([201, 'hr-77']);
    expect((await admin.get(`/roleassignments/${first}/audit`)).body.data[0]).toMatchObject({
      operation: 'archived',
      members: [{ member: 'externalId', from: 'hr-77', to: null }],
    });
  });

  it('304 of /roleassignments/{id} while the role stays, 200 once it makes an event manager', async () => {
    const { assignments } = await invited(admin);
    const [{ id, roleId }] = assignments;
    const path = `/roleassignments/${id}`;
    const etag = (await admin.get(path)).headers.get('etag') ?? '';
    const again = () => admin.get(path, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await admin.patch(`/roles/${roleId}`, { permissions: ['hazards.approve', 'events.approve'] });
    expect(await again()).toMatchObject({ status: 200, body: { version: 1, evm: true } });
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

  it('422 too-long: a fifty-first role in one company; 201 once another is taken away', async () => {
    const user = await invited(admin);
    await sql(
      `INSERT INTO role_assignments (company_id, id, user_id, role_id, org_structure_ids)
       SELECT $1, gen_random_uuid(), $2, $3, ARRAY[gen_random_uuid()] FROM generate_series(1, 49)`,
      [admin.companyId, user.id, user.assignments[0].roleId],
    );
    const body = { userId: user.id, roleId: await roleOf(admin) };
    const refused = await admin.post('/roleassignments', body);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/roleId', code: 'too-long' }] },
    });
    const place = await placeAt(admin);
    const moved = { orgStructureRelationshipIds: [place] };
    expect((await admin.patch(`/roleassignments/${user.assignments[0].id}`, moved)).status).toBe(200);
    expect((await admin.delete(`/roleassignments/${user.assignments[0].id}`)).status).toBe(204);
    expect((await admin.post('/roleassignments', body)).status).toBe(201);
  });

  it('422: users, roles and org structures of another company, or that there are not', async () => {
    const other = await api().caller();
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
    const keeper = await api().caller({
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

  it('PATCH 200: what is kept or taken away is not given; what is added, or of another role, is', async () => {
    const [mine, theirs, other] = [await placeAt(admin), await placeAt(admin), await placeAt(admin)];
    const [approving, reading] = [await roleOf(admin, ['hazards.approve']), await roleOf(admin)];
    const keeper = await api().caller({ companyId: admin.companyId, permissions: ['roles.manage'] });
    await admin.post('/roleassignments', {
      userId: keeper.userId,
      roleId: approving,
      orgStructureRelationshipIds: [mine],
    });
    const held = async (...orgStructureRelationshipIds: string[]) => {
      const given = { userId: (await invited(admin)).id, roleId: approving, orgStructureRelationshipIds };
      const { body } = await admin.post('/roleassignments', given);
      return (changes: object) => keeper.patch(`/roleassignments/${body.id}`, changes);
    };
    const at = (...orgStructureRelationshipIds: string[]) => ({ orgStructureRelationshipIds });
    const [patch, narrow] = [await held(theirs, other), await held()];
    expect(await patch(at(other))).toMatchObject({ status: 200, body: at(other) });
    expect((await patch(at(other, mine))).status).toBe(200);
    expect(code(await patch(at(other, mine, theirs)))).toBe('403 permission-denied');
    expect(code(await patch(at()))).toBe('403 permission-denied');
    expect(code(await patch({ roleId: reading }))).toBe('403 permission-denied');
    expect(await narrow(at(theirs))).toMatchObject({ status: 200, body: at(theirs) });
    const wide = await held();
    expect((await wide(at(randomUUID()))).body.errors).toMatchObject([
      { pointer: '/orgStructureRelationshipIds/0', code: 'not-found' },
    ]);
  });

  it('PATCH 200: a role goes on to count where it did at an org structure that was archived since', async () => {
    const [gone, added, late] = [await placeAt(admin), await placeAt(admin), await placeAt(admin)];
    const [roleId, another] = [await roleOf(admin), await roleOf(admin)];
    const userId = (await invited(admin)).id;
    const { body } = await admin.post('/roleassignments', {
      userId,
      roleId,
      orgStructureRelationshipIds: [gone],
    });
    await sql('UPDATE org_structures SET archived = true WHERE id = ANY ($1)', [[gone, late]]);
    const patch = (changes: object) => admin.patch(`/roleassignments/${body.id}`, changes);
    expect((await patch({ orgStructureRelationshipIds: [gone, added] })).status).toBe(200);
    expect((await patch({ roleId: another })).status).toBe(200);
    for (const changes of [{}, { roleId }]) {
      const refused = await patch({ ...changes, orgStructureRelationshipIds: [gone, late] });
      expect(refused.body.errors).toMatchObject([
        { pointer: '/orgStructureRelationshipIds/1', code: 'archived-reference' },
      ]);
    }
  });
});

describeChanges('/roleassignments/{id}', {
  verbs: ['PUT', 'PATCH', 'DELETE'],
  row: async (_, options) => {
    const caller = await api().caller(options);
    const [{ id, roleId }] = (await invited(caller)).assignments;
    const at = `/roleassignments/${id}`;
    return { caller, at, body: { ...(await caller.get(at)).body, roleId } };
  },
});
