import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { invitationAccepted, type Membership } from '@safety/contracts';
import { type Answer, describeChanges, eventually, type TestCaller } from '@safety/testing';
import {
  accountsUnderTest,
  callerOf,
  code,
  invitation,
  invited,
  messagesAbout,
  placeAt,
  published,
  roleOf,
  sql,
  whileLocked,
} from '../testing/accounts-under-test.js';
import { justBefore, transactionOf } from '../testing/statements.js';

const api = accountsUnderTest();

/** The kinds of the messages that the transaction of a request has written; claims follow after it. */
const written = async (requestId: string): Promise<string[]> =>
  (
    await sql(
      `SELECT envelope->>'type' AS type FROM outbox
       WHERE envelope->>'requestId' = $1 AND envelope->>'type' NOT LIKE 'user-changed%' ORDER BY id`,
      [requestId],
    )
  ).map(({ type }) => String(type));

/** Companies of a user whom everybody knows. */
const MANY = 300;
/** So many users that PostgreSQL reads none of them row by row where an index serves. */
const THOUSANDS = 20_000;

/** Lets the user belong to so many companies more. */
async function joined({ id }: { id: string }, companies: number): Promise<void> {
  await sql(
    `WITH added AS (
       INSERT INTO companies (id, name, country_code, time_zone, default_locale)
       SELECT gen_random_uuid(), 'One of many', 'IE', 'Europe/Dublin', 'en' FROM generate_series(1, $2::int) RETURNING id),
     roles AS (
       INSERT INTO roles (company_id, id, name, built_in) SELECT id, gen_random_uuid(), 'employee', 'employee'
       FROM added RETURNING company_id, id),
     belonging AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT added.id, users.id, email, given_name, family_name FROM added, users WHERE users.id = $1)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT company_id, gen_random_uuid(), $1, id FROM roles`,
    [id, companies],
  );
  await sql('ANALYZE companies, roles, company_users, role_assignments');
}

describe('/users', () => {
  let admin: TestCaller;
  beforeAll(async () => {
    admin = await api().caller();
  });

  it('201: a new user, who is published for identity and the company', async () => {
    const user = await invited(admin);
    expect(user).toMatchObject({ status: 'active', version: 1, assignments: [{ evm: false }] });
    const [claims] = await messagesAbout('user-changed.v1', user.id);
    expect(claims.payload).toMatchObject({ version: 1, disabled: false, roles: [{ cid: admin.companyId }] });
    const [state] = await messagesAbout('company-user-changed.v1', user.id);
    expect(state.payload).toMatchObject({ belongs: true, active: true, displayName: user.displayName });
    expect((await messagesAbout('user-invited.v1', user.id)).map(({ payload }) => payload)).toEqual([
      { userId: user.id, companyId: admin.companyId, send: false },
    ]);
  });

  it('201: somebody of another company, of whom nothing is published', async () => {
    const other = await api().caller();
    const known = await invited(other, {
      givenName: 'Secret',
      familyName: 'Name',
      email: 'known@test.example',
    });
    const user = await invited(admin, { email: 'KNOWN@test.example' });
    expect(user).toMatchObject({ id: known.id, version: 1, givenName: 'Ida', email: 'KNOWN@test.example' });
    expect(JSON.stringify(user)).not.toMatch(/Secret/);
    expect((await messagesAbout('user-invited.v1', user.id)).at(-1).payload).toMatchObject({ send: true });
    const claims = (await messagesAbout('user-changed.v1', user.id)).at(-1).payload;
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

  it('a known address is answered as an unknown one', async () => {
    const known = await invited(await api().caller());
    const work = async (email: string) =>
      (await admin.post('/users', await invitation(admin, { email }))).body;
    const [first, second] = [await work(known.email), await work(`${randomUUID()}@test.example`)];
    expect(Object.keys(first)).toEqual(Object.keys(second));
    // Two clocks would tell how long the work between them took.
    for (const { createdAt, invitedAt } of [first, second]) expect(invitedAt).toBe(createdAt);
    for (const member of ['version', 'status', 'canSignIn', 'invitation', 'acceptedAt', 'archived'])
      expect(first[member]).toEqual(second[member]);
  });

  it('the time tells nothing: the same statements, rows and messages for a user of many companies and of none', async () => {
    const [roleId, otherRoleId] = [await roleOf(admin), await roleOf(admin)];
    const requestsAbout = async (email: string) => {
      const done: Record<string, { texts: string[]; messages: string[] }> = {};
      const read: Record<string, Readonly<Record<string, number>>> = {};
      const send = async (name: string, request: (options: object) => Promise<Answer>) => {
        const id = randomUUID();
        const sent = await transactionOf(() => request({ headers: { 'x-request-id': id } }));
        expect([name, sent.result.status < 300, sent.unprepared]).toEqual([name, true, []]);
        done[name] = { texts: sent.texts, messages: await written(id) };
        read[name] = sent.read;
        return sent.result.body;
      };
      const body = await invitation(admin, { email, roles: [{ roleId }] });
      const user = await send('invite', (options) => admin.post('/users', body, options));
      const path = `/users/${user.id}`;
      const step = (transition: string) => (options: object) =>
        admin.post(`${path}/transitions`, { transition }, options);
      await send('disable', step('disable'));
      await send('enable', step('enable'));
      const assignment = { userId: user.id, roleId: otherRoleId };
      const given = await send('give', (options) => admin.post('/roleassignments', assignment, options));
      const held = `/roleassignments/${given.id}`;
      const place = { orgStructureRelationshipIds: [await placeAt(admin)] };
      await send('move', (options) => admin.patch(held, place, options));
      const permissions = { permissions: ['hazards.read', 'events.read'] };
      await send('role', (options) => admin.patch(`/roles/${otherRoleId}`, permissions, options));
      await admin.patch(`/roles/${otherRoleId}`, { permissions: ['hazards.read'] });
      await send('take', (options) => admin.delete(held, options));
      await send('remove', (options) => admin.delete(path, options));
      await send('invite again', (options) => admin.post('/users', body, options));
      return { done, read };
    };
    const known = await invited(await api().caller());
    await joined(known, MANY);
    const first = await requestsAbout(known.email);
    const second = await requestsAbout(`${randomUUID()}@test.example`);
    expect(first.done).toEqual(second.done);
    for (const { texts } of Object.values(first.done)) {
      expect(texts.length).toBeGreaterThan(5);
      expect(texts.filter((text) => /UPDATE users|told_company_ids/.test(text))).toEqual([]);
    }
    const countsOf = ({ read }: typeof first) =>
      Object.entries(read).flatMap(([name, tables]) =>
        Object.entries(tables).map(([table, count]) => ({ name, table, count })),
      );
    const counts = countsOf(first);
    expect(counts.some(({ count }) => count > 0)).toBe(true);
    const beyond = ({ name, table, count }: (typeof counts)[number]) =>
      count - (second.read[name]?.[table] ?? 0) >= MANY / 2;
    expect(counts.filter(beyond)).toEqual([]);
    // No policy reads the assignments of the company once for each row: a plan that changes would tell it.
    const ofAssignments = [...counts, ...countsOf(second)].filter(
      ({ table }) => table === 'role_assignments',
    );
    expect(ofAssignments.filter(({ count }) => count >= MANY)).toEqual([]);
  });

  it('an invitation finds its user among thousands by the index', async () => {
    await sql(
      `INSERT INTO users (id, email, given_name, family_name)
       SELECT gen_random_uuid(), 'one-of-' || at || '@many.example', 'Mo', 'Many' FROM generate_series(1, ${THOUSANDS}) AS at`,
    );
    await sql('ANALYZE users');
    const emails = ['one-of-77@many.example', `${randomUUID()}@many.example`];
    for (const email of emails) {
      const body = await invitation(admin, { email });
      const { result, read, scanned } = await transactionOf(() => admin.post('/users', body));
      expect([result.status, scanned['users'], Number(read['users']) < 20]).toEqual([201, 0, true]);
    }
  });

  it('409 duplicate: who belongs to the company already', async () => {
    const user = await invited(admin);
    const answer = await admin.post('/users', await invitation(admin, { email: user.email }));
    expect({ code: code(answer), id: answer.body.conflictingId }).toEqual({
      code: '409 duplicate',
      id: user.id,
    });
  });

  it('409 duplicate: names nobody by an address that the company does not know', async () => {
    const known = await invited(await api().caller());
    const user = await invited(admin, { email: known.email });
    const named = async (email: string) => {
      const answer = await admin.post('/users', await invitation(admin, { email }));
      return { code: code(answer), id: answer.body.conflictingId };
    };
    expect(await named(known.email.toUpperCase())).toEqual({ code: '409 duplicate', id: user.id });
    const moved = `${randomUUID()}@test.example`;
    await sql('UPDATE users SET email = $2 WHERE id = $1', [user.id, moved]);
    expect(await named(moved)).toEqual({ code: '409 duplicate', id: null });
  });

  it('422 duplicate: one role twice at the same places', async () => {
    const roleId = await roleOf(admin);
    const twice = async (first: object, second: object) => {
      const roles = [first, second].map((places) => ({ roleId, ...places }));
      const { status, body } = await admin.post('/users', await invitation(admin, { roles }));
      return { status, errors: body.errors };
    };
    const [here, there] = [randomUUID(), randomUUID()];
    const refused = { status: 422, errors: [{ pointer: '/roles', code: 'duplicate' }] };
    expect(await twice({}, {})).toMatchObject(refused);
    const places = { orgStructureRelationshipIds: [here, there] };
    expect(await twice(places, { orgStructureRelationshipIds: [there, here] })).toMatchObject(refused);
  });

  it('409 archived: a transition of somebody who has left, disabled or not', async () => {
    for (const before of ['enable', 'disable']) {
      const user = await invited(admin);
      const path = `/users/${user.id}/transitions`;
      if (before === 'disable') await admin.post(path, { transition: 'disable' });
      await admin.delete(`/users/${user.id}`);
      for (const transition of ['disable', 'enable'])
        expect(code(await admin.post(path, { transition }))).toBe('409 archived');
    }
  });

  it('201: an address that its user leaves while it is invited belongs to somebody new', async () => {
    const known = await invited(await api().caller());
    const user = await justBefore(
      'SELECT id FROM users WHERE lower',
      () => sql('UPDATE users SET email = $2 WHERE id = $1', [known.id, `${known.id}@left.example`]),
      () => invited(admin, { email: known.email }),
    );
    expect([user.email, user.id === known.id]).toEqual([known.email, false]);
  });

  it('the same address invited at the same moment by two companies: one user', async () => {
    const other = await api().caller();
    const email = `${randomUUID()}@test.example`;
    const answers = await Promise.all([invited(admin, { email }), invited(other, { email })]);
    expect(answers[0].id).toBe(answers[1].id);
  });

  it('201: somebody who comes back is held before what the company knows, as all others do', async () => {
    const user = await invited(admin);
    await admin.delete(`/users/${user.id}`);
    const body = await invitation(admin, { email: user.email });
    let answer: Promise<Answer> | undefined;
    await whileLocked(['SELECT FROM users WHERE id = $1', [user.id]], async (waiting) => {
      answer = admin.post('/users', body);
      await waiting(1);
      const text = 'SELECT FROM company_users WHERE id = $1 FOR UPDATE NOWAIT';
      expect(await sql(text, [user.id])).toHaveLength(1);
    });
    expect((await answer)?.status).toBe(201);
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
    const foreign = await invited(await api().caller());
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

  it('200: the company changes how it calls a user; the user is not published elsewhere', async () => {
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
    expect(await messagesAbout('user-changed.v1', user.id)).toHaveLength(1);
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
    const other = await api().caller();
    const user = await invited(admin);
    await invited(other, { email: user.email });
    const as = await callerOf(user, admin.companyId);
    expect((await as('GET', '/company')).status).toBe(200);
    const { body } = await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' });
    expect(body.status).toBe('disabled');
    expect(code(await as('GET', '/company'))).toBe('403 company-context-forbidden');
    expect((await (await callerOf(user, other.companyId))('GET', '/company')).status).toBe(200);
    const claims = (await messagesAbout('user-changed.v1', user.id)).at(-1).payload;
    expect(claims).toMatchObject({ disabled: false, roles: [{ cid: other.companyId }] });
    const here = (await messagesAbout('company-user-changed.v1', user.id)).filter(
      ({ companyId }) => companyId === admin.companyId,
    );
    expect(here.at(-1).payload).toMatchObject({ active: false });
    const again = await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' });
    expect({ code: code(again), allowed: again.body.allowedTransitions }).toEqual({
      code: '409 invalid-state',
      allowed: ['enable'],
    });
    const stale = { headers: { 'if-match': '"99"' } };
    expect(code(await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' }, stale))).toBe(
      '409 invalid-state',
    );
    await admin.post(`/users/${user.id}/transitions`, { transition: 'enable' });
    expect((await as('GET', '/company')).status).toBe(200);
  });

  it('403 permission-denied: enabling gives again what the user holds, and nobody gives what they do not have', async () => {
    const { companyId } = admin;
    const [top, beside] = [await placeAt(admin), await placeAt(admin)];
    const below = await placeAt(admin, [top]);
    const keeper = await api().caller({ companyId, permissions: ['users.manage', 'hazards.read'] });
    const approving = await roleOf(admin, ['hazards.approve']);
    const at = (roleId: string, ...orgStructureRelationshipIds: string[]) => ({
      roleId,
      orgStructureRelationshipIds,
    });
    const held = { ...at(approving, top), userId: keeper.userId };
    expect((await admin.post('/roleassignments', held)).status).toBe(201);
    const administering = await roleOf(admin, ['users.manage', 'roles.manage']);
    const reading = await roleOf(admin);
    const enabledBy = async (caller: TestCaller, ...roles: object[]) => {
      const { id } = await invited(admin, { roles });
      await admin.post(`/users/${id}/transitions`, { transition: 'disable' });
      const path = `/users/${id}/transitions`;
      const { status, body } = await caller.post(path, { transition: 'enable' });
      const stale = await caller.post(path, { transition: 'enable' }, { headers: { 'if-match': '"99"' } });
      expect(stale.status).toBe(status === 403 ? 403 : 409);
      return [status, body.requiredPermission ?? body.status];
    };
    expect(await enabledBy(keeper, at(administering))).toEqual([403, 'roles.manage']);
    const { id: active } = await invited(admin, { roles: [at(administering)] });
    const enable = (caller: TestCaller) =>
      caller.post(`/users/${active}/transitions`, { transition: 'enable' });
    expect([(await enable(keeper)).status, (await enable(admin)).status]).toEqual([403, 409]);
    expect(await enabledBy(admin, at(administering))).toEqual([200, 'active']);
    expect(await enabledBy(keeper, at(reading))).toEqual([200, 'active']);
    expect(await enabledBy(keeper, at(reading), at(approving, below))).toEqual([200, 'active']);
    for (const places of [[], [beside], [below, beside]])
      expect(await enabledBy(keeper, at(reading), at(approving, ...places))).toEqual([
        403,
        'hazards.approve',
      ]);
  });

  it('204: removed, twice; invited again, the user is back with the new roles alone', async () => {
    const user = await invited(admin);
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await messagesAbout('company-user-changed.v1', user.id)).at(-1).payload).toMatchObject({
      belongs: false,
      assignments: [],
    });
    expect(code(await admin.patch(`/users/${user.id}`, { givenName: 'X' }))).toBe('409 archived');
    const back = await invited(admin, { email: user.email, givenName: 'New' });
    expect(back).toMatchObject({ id: user.id, givenName: 'New', archived: false });
    expect(back.assignments).toHaveLength(1);
  });

  it('201: the external id of somebody who left, also by the last role', async () => {
    const externalId = 'E-2';
    for (const path of ['/users/', '/roleassignments/']) {
      const { id, assignments } = await invited(admin, { externalId });
      expect((await admin.delete(`${path}${path === '/users/' ? id : assignments[0].id}`)).status).toBe(204);
      expect((await admin.get(`/users/${id}`)).body).toMatchObject({ archived: true, externalId: null });
    }
    expect(await invited(admin, { externalId })).toMatchObject({ externalId });
  });

  it('200: the invitation is sent again, though not at once', async () => {
    const user = await invited(admin);
    const again = () => admin.post(`/users/${user.id}/invitation`, {});
    expect(await again()).toMatchObject({ status: 200, body: { version: user.version } });
    expect(await messagesAbout('user-invited.v1', user.id)).toHaveLength(1);
    await sql("UPDATE company_users SET invited_at = now() - interval '1 hour' WHERE id = $1", [user.id]);
    for (const { status, body } of await Promise.all([again(), again()]))
      expect({ status, version: body.version }).toEqual({ status: 200, version: user.version + 1 });
    expect(await messagesAbout('user-invited.v1', user.id)).toHaveLength(2);
    expect((await messagesAbout('user-invited.v1', user.id)).at(-1).payload).toMatchObject({ send: true });
  });

  it('409 invalid-state: a disabled user is not invited', async () => {
    const user = await invited(admin);
    await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' });
    await sql("UPDATE company_users SET invited_at = now() - interval '1 hour' WHERE id = $1", [user.id]);
    const refused = await admin.post(`/users/${user.id}/invitation`, {});
    expect({ code: code(refused), allowed: refused.body.allowedTransitions }).toEqual({
      code: '409 invalid-state',
      allowed: ['enable'],
    });
    expect(await messagesAbout('user-invited.v1', user.id)).toHaveLength(1);
  });

  it('409 invalid-state: who has accepted, or was never invited, belongs already', async () => {
    const joined = await invited(admin);
    expect((await (await callerOf(joined, admin.companyId))('GET', '/company')).status).toBe(200);
    await sql("UPDATE company_users SET invited_at = now() - interval '1 hour' WHERE id = $1", [joined.id]);
    const sent = async (id: string) => (await messagesAbout('user-invited.v1', id)).length;
    for (const [id, before] of [
      [joined.id, { invitation: 'accepted', acceptedAt: expect.any(String) }],
      [admin.userId, { invitation: null, invitedAt: null, acceptedAt: null }],
    ]) {
      const { body: user } = await admin.get(`/users/${id}`);
      expect(user).toMatchObject(before);
      const mails = await sent(id);
      const { status, body } = await admin.post(`/users/${id}/invitation`, {});
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: 'invalid-state', currentStatus: 'active', allowedTransitions: ['disable'] },
      });
      expect([(await admin.get(`/users/${id}`)).body, await sent(id)]).toEqual([user, mails]);
    }
  });

  it('an invitation is open, then accepted or expired, whether the user was known before or not', async () => {
    const other = await api().caller();
    const known = await invited(other);
    for (const user of [await invited(admin), await invited(admin, { email: known.email })]) {
      expect(user).toMatchObject({ invitation: 'invited', acceptedAt: null });
      const state = async () => (await admin.get(`/users/${user.id}`)).body.invitation;
      await sql(
        "UPDATE company_users SET invited_at = now() - interval '8 days' WHERE company_id = $1 AND id = $2",
        [admin.companyId, user.id],
      );
      expect(await state()).toBe('expired');
      await published(invitationAccepted, admin.companyId, { userId: user.id });
      await eventually(async () => expect(await state()).toBe('accepted'));
    }
    expect((await other.get(`/users/${known.id}`)).body.invitation).toBe('invited');
  });

  it('an invitation of before the user left, which is accepted late, leaves the one of after it open', async () => {
    const user = await invited(admin);
    const acceptedAt = new Date().toISOString();
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
    const again = await invited(admin, { email: user.email });
    const marker = await invited(admin);
    await published(invitationAccepted, admin.companyId, { userId: user.id }, acceptedAt);
    await published(invitationAccepted, admin.companyId, { userId: marker.id });
    const state = async (id: string) => (await admin.get(`/users/${id}`)).body.invitation;
    await eventually(async () => expect(await state(marker.id)).toBe('accepted'));
    expect([again.id, await state(user.id)]).toEqual([user.id, 'invited']);
  });

  it('304 of /users/{id} while the invitation is open, 200 once it has expired', async () => {
    const { id } = await invited(admin);
    const etag = (await admin.get(`/users/${id}`)).headers.get('etag') ?? '';
    const again = () => admin.get(`/users/${id}`, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await sql("UPDATE company_users SET invited_at = now() - interval '8 days' WHERE id = $1", [id]);
    expect(await again()).toMatchObject({ status: 200, body: { version: 1, invitation: 'expired' } });
  });

  it('until acceptance the company sees what it typed; the first request in it accepts, no other', async () => {
    const other = await api().caller();
    const known = await invited(other);
    const elsewhere = await callerOf(known, other.companyId);
    expect((await elsewhere('GET', '/company')).status).toBe(200);
    await sql('UPDATE users SET disabled_at = now() WHERE id = $1', [known.id]);
    const user = await invited(admin, { email: known.email.toUpperCase() });
    expect(user).toMatchObject({ invitation: 'invited', givenName: 'Ida' });
    const toldHere = async () => (await messagesAbout('company-user-changed.v1', user.id)).at(-1);
    expect(await toldHere()).toMatchObject({
      ...{ companyId: admin.companyId, payload: { active: true, accepted: false } },
    });
    expect(
      (await sql('SELECT can_sign_in FROM company_users WHERE id = $1', [user.id])).map(Object.values),
    ).toEqual([[true], [true]]);
    await sql('UPDATE users SET disabled_at = NULL WHERE id = $1', [known.id]);
    const before = (await admin.get(`/users/${user.id}`)).body;
    expect(before.canSignIn).toBe(true);
    const headers = { authorization: `Bearer ${await api().issuer.token(known.id)}` };
    const renamed = await api().send('PATCH', '/users/me', { headers, body: { givenName: 'Private' } });
    expect(renamed.status).toBe(200);
    expect((await elsewhere('GET', '/company')).status).toBe(200);
    const listed = await api().send('GET', '/internal/memberships/me', { headers });
    const heldIn = (answer: Answer, { companyId }: TestCaller) =>
      answer.body.companies.find((membership: Membership) => membership.companyId === companyId).assignments;
    expect([heldIn(listed, other), heldIn(listed, admin)].map(({ length }) => length)).toEqual([1, 0]);
    expect((await admin.get(`/users/${user.id}`)).body).toEqual(before);
    expect((await other.get(`/users/${user.id}`)).body.givenName).toBe('Private');
    const rolesHere = async () =>
      (await messagesAbout('user-changed.v1', user.id))
        .at(-1)
        .payload.roles.filter(({ cid }: { cid: string }) => cid === admin.companyId);
    const narrow = await callerOf(known, admin.companyId, { claims: { scope: 'openid' } });
    expect(await narrow('GET', '/users')).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope' },
    });
    expect(await rolesHere()).toMatchObject([{ accepted: false }]);
    const ask = await api().send('GET', `/internal/memberships/me?companyId=${admin.companyId}`, { headers });
    expect([heldIn(ask, other), heldIn(ask, admin)].map(({ length }) => length)).toEqual([1, 1]);
    expect((await admin.get(`/users/${user.id}`)).body).toMatchObject({
      ...{ invitation: 'accepted', email: known.email, givenName: 'Ida' },
    });
    expect(await rolesHere()).toMatchObject([{ accepted: true }]);
    expect(await toldHere()).toMatchObject({
      ...{ companyId: admin.companyId, payload: { active: true, accepted: true } },
    });
    await api().send('PATCH', '/users/me', { headers, body: { givenName: 'Shared' } });
    expect((await admin.get(`/users/${user.id}`)).body.givenName).toBe('Shared');
  });

  it('200: lists by name, role, status and address', async () => {
    const caller = await api().caller();
    const roleId = await roleOf(caller);
    const typed = `${randomUUID()}@пример.рф`;
    const user = await invited(caller, { familyName: 'Aalto', email: typed, roles: [{ roleId }] });
    const ids = async (query: string) =>
      (await caller.get(`/users${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([user.id, caller.userId]);
    const addresses = [user.email.toUpperCase(), encodeURIComponent(typed)];
    for (const query of [`?roleId=${roleId}`, '?q=aalt', ...addresses.map((email) => `?email=${email}`)])
      expect(await ids(query)).toEqual([user.id]);
    expect(user.email).toMatch(/@xn--e1afmkfd\.xn--p1ai$/);
    expect(await ids('?status=disabled')).toEqual([]);
    const { body: page } = await caller.get('/users?limit=1');
    expect(await ids(`?limit=1&cursor=${page.page.nextCursor}`)).toEqual([caller.userId]);
    expect(code(await caller.get('/users?status=gone'))).toBe('400 invalid-parameter');
  });
});

describeChanges('/users/{id}', {
  verbs: ['DELETE', 'POST /invitation'],
  row: async (_, options) => {
    const caller = await api().caller(options);
    return { caller, at: `/users/${(await invited(caller)).id}`, body: {} };
  },
});
