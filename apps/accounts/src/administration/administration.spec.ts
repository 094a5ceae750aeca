import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { managesServiceClients, permissions } from '@safety/contracts';
import { seedTransaction } from '@safety/persistence';
import { type Answer, eventually, lockWaits, newSeed, randomBy, type TestCaller } from '@safety/testing';
import { takenNotesSql } from '../memberships/user-publishing-job.js';
import {
  accountsUnderTest,
  allPublished,
  callerOf,
  code,
  invitation,
  invited,
  messagesAbout,
  placeAt,
  roleOf,
  sql,
  whileLocked,
} from '../testing/accounts-under-test.js';
import { transactionOf } from '../testing/statements.js';

const api = accountsUnderTest();

describe('the last administrator', () => {
  it('409 last-administrator: whatever would leave the company without one', async () => {
    const admin = await api().caller({ permissions });
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
    // The invitation is open, and an address that nobody reads would never administer anything.
    expect(code(await admin.delete(`/users/${admin.userId}`))).toBe('409 last-administrator');
    await sql('UPDATE company_users SET accepted_at = now() WHERE id = $1', [user.id]);
    expect((await as('DELETE', `/users/${admin.userId}`)).status).toBe(204);
    expect(code(await as('PATCH', `/roles/${own}`, less))).toBe('409 last-administrator');
    expect(code(await as('PUT', `/roles/${own}`, { name: 'Less', ...less }))).toBe('409 last-administrator');
  });

  it('two administrators who remove each other at the same moment: one stays', async () => {
    const [first, companyId] = await api()
      .caller()
      .then((caller) => [caller, caller.companyId] as const);
    const second = await api().caller({ companyId });
    const answers = await Promise.all([
      first.delete(`/users/${second.userId}`),
      second.delete(`/users/${first.userId}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
  });

  it('changes of a company that wait for their turns hold up neither its reads nor other companies', async () => {
    const [admin, other] = [await api().caller(), await api().caller()];
    const users = await Promise.all(Array.from({ length: 12 }, () => invited(admin)));
    const roleId = await roleOf(admin);
    const turn = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
    let answers: Promise<Answer[]> | undefined;
    await whileLocked([turn, [`administration:${admin.companyId}`]], async (waiting) => {
      const give = ({ id }: { id: string }, index: number) =>
        admin.post(
          '/roleassignments',
          { userId: id, clientId: null, roleId, orgStructureRelationshipIds: [] },
          index % 2 ? {} : { headers: { 'idempotency-key': id } },
        );
      answers = Promise.all(users.map(give));
      await waiting(1);
      expect((await admin.get('/users')).status).toBe(200);
      await invited(other);
      await waiting(1);
    });
    expect(((await answers) ?? []).map(({ status }) => status)).toEqual(users.map(() => 201));
  });

  it('what waits behind the removal of its administrator is refused', async () => {
    const first = await api().caller();
    const second = await api().caller({ companyId: first.companyId });
    const bodies = await Promise.all(Array.from({ length: 12 }, () => invitation(second)));
    const [removed, ...invitations] = await Promise.all([
      first.delete(`/users/${second.userId}`),
      ...bodies.map((body) => second.post('/users', body)),
    ]);
    expect(removed.status).toBe(204);
    const taken = await sql(
      `SELECT id FROM company_users WHERE company_id = $1 AND created_by_user_id = $2
         AND created_at > (SELECT archived_at FROM company_users WHERE company_id = $1 AND id = $2)`,
      [first.companyId, second.userId],
    );
    expect(taken).toEqual([]);
    for (const { status } of invitations) expect([201, 403]).toContain(status);
  });

  it.each<[string, (keeper: TestCaller, roleId: string, userId: string) => Promise<Answer>]>([
    [
      'POST /roleassignments',
      (keeper, roleId, userId) => keeper.post('/roleassignments', { roleId, userId }),
    ],
    [
      'POST /users',
      async (keeper, roleId) => keeper.post('/users', await invitation(keeper, { roles: [{ roleId }] })),
    ],
    [
      'PATCH /roles/{id}',
      async (keeper) =>
        keeper.patch(`/roles/${await roleOf(keeper, [])}`, { permissions: ['hazards.approve'] }),
    ],
  ])('%s 403: what the caller has lost while others had their turn is not given', async (_, send) => {
    const admin = await api().caller();
    const { companyId } = admin;
    const held = ['users.manage', 'roles.manage', 'hazards.read'] as const;
    const keeper = await api().caller({ companyId, permissions: [...held, 'hazards.approve'] });
    const [{ roleId: own }] = (await admin.get(`/roleassignments?userId=${keeper.userId}`)).body.data;
    const [given, user] = [await roleOf(admin, ['hazards.approve']), await invited(admin)];
    let answer: Promise<Answer> | undefined;
    await seedTransaction(api().database.ownerUrl, async (client) => {
      const turn = `administration:${companyId}`;
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [turn]);
      answer = send(keeper, given, user.id);
      await lockWaits(client);
      await client.query('UPDATE roles SET permissions = $3 WHERE company_id = $1 AND id = $2', [
        ...[companyId, own],
        held,
      ]);
    });
    expect(code((await answer) as Answer)).toBe('403 permission-denied');
  });

  it('an administrator whom operators have disabled does not count', async () => {
    const admin = await api().caller();
    const other = await api().caller({ companyId: admin.companyId });
    await sql('UPDATE company_users SET can_sign_in = false WHERE id = $1', [other.userId]);
    expect((await admin.get(`/users/${other.userId}`)).body).toMatchObject({
      status: 'active',
      canSignIn: false,
    });
    expect(code(await admin.delete(`/users/${admin.userId}`))).toBe('409 last-administrator');
  });
});

/** Gives a role to so many new users of a company. */
const addHolders = (companyId: string, roleId: string, count: number) =>
  sql(
    `WITH added AS (
       INSERT INTO users (id, email, given_name, family_name)
       SELECT gen_random_uuid(), 'holder-' || at || '@' || $1 || '.example', 'Hal', 'Holder'
       FROM generate_series(1, ${count}) AS at RETURNING id, email),
     members AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT $1::uuid, id, email, 'Hal', 'Holder' FROM added RETURNING id)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT $1::uuid, gen_random_uuid(), id, $2::uuid FROM members RETURNING user_id AS "userId"`,
    [companyId, roleId],
  );

describe('a role that thousands hold', () => {
  const HOLDERS = 1_200;

  it('its change is published for everybody, caches first, some at once', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    await addHolders(admin.companyId, roleId, HOLDERS);
    const [{ last } = { last: 0 }] = await sql('SELECT max(id)::int AS last FROM outbox');
    const granted = ['hazards.read', 'hazards.approve', 'events.approve'];
    const { result, texts } = await transactionOf(() =>
      admin.patch(`/roles/${roleId}`, { permissions: granted }),
    );
    expect([result.status, result.body.evm]).toEqual([200, true]);
    // Not one for each: fifty are published at once for a company.
    expect(texts.length).toBeLessThan(60);
    await allPublished();
    const rows = await sql(
      `SELECT envelope->>'type' AS type, count(*)::int AS count, min(id)::int AS first,
         count(DISTINCT coalesce(envelope->'payload'->>'userId', envelope->'payload'->>'id'))::int AS users
       FROM outbox WHERE id > $1 GROUP BY 1 ORDER BY first`,
      [last],
    );
    expect(Object.fromEntries(rows.map(({ type, count }) => [type, count]))).toMatchObject({
      'user-changed.v1': HOLDERS,
      'company-user-changed.v1': HOLDERS,
      'memberships-changed.v1': 2,
    });
    const place = (name: string) => rows.findIndex(({ type }) => type === name);
    for (const later of ['user-changed.v1', 'company-user-changed.v1'])
      expect(place('memberships-changed.v1')).toBeLessThan(place(later));
    expect(rows[place('user-changed.v1')]).toMatchObject({ users: HOLDERS });
    const [claim] = await sql(
      `SELECT envelope->'payload'->'roles' AS roles FROM outbox WHERE id > $1 AND envelope->>'type' = 'user-changed.v1' LIMIT 1`,
      [last],
    );
    expect(claim?.['roles']).toMatchObject([{ cid: admin.companyId, rid: roleId, evm: true }]);
  });
});

it('the administrators of a company are found without a look at each of its users for each other one', async () => {
  const COLLEAGUES = 200;
  const admin = await api().caller();
  const [colleague] = await addHolders(admin.companyId, await roleOf(admin), COLLEAGUES);
  const given = {
    ...colleague,
    clientId: null,
    roleId: await roleOf(admin),
    orgStructureRelationshipIds: [],
  };
  // PostgreSQL does so by itself, sooner or later; until then it may take any index of a company.
  await sql('ANALYZE company_users, role_assignments, roles, users');
  const { result, read } = await transactionOf(() => admin.post('/roleassignments', given));
  expect(result.status).toBe(201);
  for (const table of ['company_users', 'role_assignments', 'roles'])
    expect(read[table]).toBeLessThan(10 * COLLEAGUES);
});

describe('users who are published later', () => {
  const note = (userId: string, companyId: string, hasLeft: boolean) =>
    sql(
      `INSERT INTO users_to_tell (company_id, user_id, has_left, together, request_id)
       VALUES ($1, $2, $3, 1, 'noted')`,
      [companyId, userId, hasLeft],
    );

  it('who has left and is back before anything was published: the message says so', async () => {
    const admin = await api().caller();
    const user = await invited(admin);
    const last = (await messagesAbout('user-changed.v1', user.id)).at(-1).payload;
    expect(last.left).toEqual([]);
    await note(user.id, admin.companyId, true);
    await note(user.id, admin.companyId, false);
    await eventually(async () => {
      const { version, left } = (await messagesAbout('user-changed.v1', user.id)).at(-1).payload;
      expect(version).toBeGreaterThan(last.version);
      expect(left).toEqual([{ cid: admin.companyId, version: expect.any(Number) }]);
      expect(left[0].version).toBeGreaterThan(last.version);
    });
    // A reader that misses this version learns of it from the next one.
    await note(user.id, admin.companyId, false);
    expect((await messagesAbout('user-changed.v1', user.id)).at(-1).payload.left).toHaveLength(1);
  });

  it('one who cannot be published holds up nobody, and is tried again', async () => {
    const admin = await api().caller();
    const nobody = randomUUID();
    await note(nobody, admin.companyId, false);
    const user = await invited(admin);
    expect(await messagesAbout('user-changed.v1', user.id)).toHaveLength(1);
    const left = await sql('SELECT due_at > now() AS later FROM users_to_tell WHERE user_id = $1', [nobody]);
    expect(left).toEqual([{ later: true }]);
  });

  it('notes are chosen once, however few PostgreSQL takes them for', async () => {
    const plan = await sql(`EXPLAIN ${takenNotesSql}`, [10]);
    expect(plan.map((line) => String(line['QUERY PLAN'])).join('\n')).not.toMatch(/Nested Loop|Join/);
  });

  it('users of several requests are locked in the order of their ids, whatever the order of the notes', async () => {
    const admin = await api().caller();
    const users = await Promise.all(Array.from({ length: 8 }, () => invited(admin)));
    const [first, ...others] = users.map(({ id }) => id).sort();
    await allPublished();
    await api().database.transaction('owner', async (client) => {
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [first]);
      await sql(
        `INSERT INTO users_to_tell (company_id, user_id, has_left, together, request_id)
         SELECT $1, id, false, 1, 'noted for ' || id FROM unnest($2::uuid[]) AS noted (id)`,
        [admin.companyId, [...others, first]],
      );
      await lockWaits(client);
      await client.query('SELECT FROM users WHERE id = ANY ($1) FOR UPDATE NOWAIT', [others]);
    });
    await allPublished();
  });

  it('the messages name the request that changed the user, and its trace', async () => {
    const admin = await api().caller();
    const body = await invitation(admin);
    const trace = { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, tracestate: 'a=1' };
    const headers = { 'x-request-id': 'who-invited', ...trace };
    const { body: user } = await admin.post('/users', body, { headers });
    expect(await messagesAbout('user-changed.v1', user.id)).toMatchObject([
      { requestId: 'who-invited', ...trace },
    ]);
  });
});

describe('one definition of who may do what', () => {
  it('claims, memberships and messages to companies agree, for random roles at random places', async () => {
    const seed = newSeed();
    const random = randomBy(seed);
    const admin = await api().caller();
    const places = [await placeAt(admin), await placeAt(admin)];
    for (let round = 0; round < 12; round += 1) {
      const roles = await Promise.all(
        [1, 2, 3].map(async () => {
          const [given, orgStructureRelationshipIds] = [
            random.some(permissions, 0.4),
            random.some(places, 0.4),
          ];
          return { roleId: await roleOf(admin, given), orgStructureRelationshipIds };
        }),
      );
      const user = await invited(admin, { roles });
      const headers = { authorization: `Bearer ${await api().issuer.token(user.id)}` };
      // The first request in the company, which accepts.
      const { body } = await api().send('GET', `/internal/memberships/me?companyId=${admin.companyId}`, {
        headers,
      });
      const [{ assignments }] = body.companies;
      const state = (await messagesAbout('company-user-changed.v1', user.id)).at(-1).payload;
      expect({ seed, assignments: state.assignments }).toEqual({ seed, assignments });
      const claims = (await messagesAbout('user-changed.v1', user.id)).at(-1).payload.roles;
      // biome-ignore lint/suspicious/noExplicitAny: an answer
      const expected = assignments.map((held: any) => ({
        id: held.id,
        cid: admin.companyId,
        rid: held.roleId,
        evm: held.permissions.includes('hazards.approve') && held.permissions.includes('events.approve'),
        accepted: true,
        managesClients: held.permissions.includes('clients.manage') && held.orgStructureIds.length === 0,
        managesServiceClients: managesServiceClients(held.permissions, held.orgStructureIds),
      }));
      expect({ seed, claims }).toEqual({ seed, claims: expected });
      const as = await callerOf(user, admin.companyId);
      const mayList = assignments.some(
        // biome-ignore lint/suspicious/noExplicitAny: an answer
        (held: any) => held.permissions.includes('roles.manage') && held.orgStructureIds.length === 0,
      );
      expect([seed, (await as('GET', '/roles')).status]).toEqual([seed, mayList ? 200 : 403]);
    }
  });
});
