import { describe, expect, it } from '@jest/globals';
import { CompanyTransactions } from '@safety/persistence';
import { eventually, lockWaits } from '@safety/testing';
import {
  accountsUnderTest,
  allPublished,
  callerOf,
  code,
  invited,
  messagesAbout,
  roleOf,
  sql,
} from '../testing/accounts-under-test.js';
import { addHolders, whileNotTouched } from '../testing/holders.js';
import { justBefore, transactionOf } from '../testing/statements.js';
import { type DueChange, DueHolders } from './due-holders.js';

const api = accountsUnderTest();

/** More than a request touches, and more than two parts of the job. */
const MANY = 510;
const approving = ['hazards.approve', 'events.approve'];

const statements = (texts: readonly string[], part: string) =>
  texts.filter((text) => text.trim().startsWith(part)).length;

/** A company with a role that very many hold. */
async function ofMany() {
  const admin = await api().caller();
  const { companyId } = admin;
  const roleId = await roleOf(admin);
  const holders = await addHolders(companyId, roleId, MANY);
  const [{ name } = {}] = await sql('SELECT name FROM roles WHERE id = $1', [roleId]);
  return { admin, companyId, roleId, holders, name, path: `/roles/${roleId}` };
}

/** The changes of rows since they were added, with their authors, the oldest first. */
const changesOf = (resource: string, ids: readonly unknown[]) =>
  sql(
    `SELECT id, version, operation, members, actor_user_id, client_id, request_id FROM changes
     WHERE resource = $1 AND id = ANY ($2) AND version > 1 ORDER BY number`,
    [resource, ids],
  );

/** The roles before and after each change of a user, by name, with the author. */
async function rolesOf(userId: unknown) {
  const changes = await changesOf('company_users', [userId]);
  type Side = { roleName: string }[] | null;
  return changes.map(({ members, actor_user_id: author, operation }) => {
    const roles = (members as { member: string; from: Side; to: Side }[]).find(
      ({ member }) => member === 'assignments',
    );
    const names = (side: Side | undefined) => (side ?? []).map(({ roleName }) => roleName).sort();
    return [operation, author, names(roles?.from), names(roles?.to)] as const;
  });
}

describe('PATCH /roles/{id} 200', () => {
  it('a new description touches no holder, and nobody is told', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    const user = await invited(admin, { roles: [{ roleId }] });
    await allPublished();
    const [{ last } = {}] = await sql('SELECT max(id) AS last FROM outbox');
    const { body } = await admin.get(`/roles/${roleId}`);
    const same = { name: body.name, permissions: body.permissions };
    for (const description of ['For the night', 'For the day'])
      expect(await admin.patch(`/roles/${roleId}`, { ...same, description })).toMatchObject({ status: 200 });
    const types = await sql("SELECT envelope->>'type' AS type FROM outbox WHERE id > $1", [last]);
    expect(types).toEqual([1, 2].map(() => ({ type: 'accounts-resource-changed.v1' })));
    expect((await admin.get(`/users/${user.id}`)).body.version).toBe(1);
  });

  it('a new name is nothing that identity keeps of the holders', async () => {
    const admin = await api().caller();
    const roleId = await roleOf(admin);
    const user = await invited(admin, { roles: [{ roleId }] });
    const before = (await messagesAbout('user-changed.v1', user.id)).length;
    await admin.patch(`/roles/${roleId}`, { name: 'Keepers of the gate' });
    expect(await messagesAbout('user-changed.v1', user.id)).toHaveLength(before);
    expect((await messagesAbout('company-user-changed.v1', user.id)).at(-1).payload).toMatchObject({
      version: 2,
      assignments: [{ roleName: 'Keepers of the gate' }],
    });
    await admin.patch(`/roles/${roleId}`, { permissions: approving });
    expect((await messagesAbout('user-changed.v1', user.id)).at(-1).payload.roles).toMatchObject([
      { evm: true },
    ]);
  });

  it('very many holders follow in parts, with the author and the request of the change', async () => {
    const { admin, companyId, roleId, holders, name, path } = await ofMany();
    const trace = { traceparent: `00-${'3'.repeat(32)}-${'4'.repeat(16)}-01`, tracestate: 'a=1' };
    const headers = { 'x-request-id': 'of-very-many', ...trace };
    const body = { name: 'Crew', permissions: approving };
    const { result, texts } = await transactionOf(() => admin.patch(path, body, { headers }));
    expect([result.status, statements(texts, 'UPDATE company_users')]).toEqual([200, 0]);
    await allPublished();
    const [ofRole] = await changesOf('roles', [roleId]);
    const { actor_user_id, client_id, request_id } = ofRole ?? {};
    expect({ actor_user_id, request_id }).toEqual({
      actor_user_id: admin.userId,
      request_id: 'of-very-many',
    });
    const changes = await changesOf('company_users', holders);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(MANY);
    const by = { version: 2, operation: 'changed', actor_user_id, client_id, request_id };
    const shown = (roleName: unknown, evm: boolean) => [expect.objectContaining({ roleName, evm })];
    const [from, to] = [shown(name, false), shown('Crew', true)];
    const members = [{ member: 'assignments', from, to, redacted: false }];
    expect(changes).toEqual(holders.map(() => expect.objectContaining({ ...by, members })));
    const messages = await sql(
      `SELECT DISTINCT envelope->'payload'->'version' AS version, envelope->>'requestId' AS "requestId",
         envelope->>'traceparent' AS traceparent, envelope->>'tracestate' AS tracestate,
         envelope #>> '{payload,assignments,0,roleName}' AS name
       FROM outbox WHERE envelope->>'companyId' = $1 AND envelope->>'type' = 'company-user-changed.v1'
         AND envelope #>> '{payload,userId}' = ANY ($2)`,
      [companyId, holders],
    );
    expect(messages).toEqual([{ version: 2, requestId: 'of-very-many', ...trace, name: 'Crew' }]);
    await eventually(async () => {
      expect(await sql('SELECT FROM due_role_changes WHERE company_id = $1', [companyId])).toEqual([]);
    });
  });

  it('whoever changes meanwhile has each change once, by its author, in order', async () => {
    const { admin, companyId, roleId, holders, name, path } = await ofMany();
    const other = await api().caller({ companyId });
    const [usual, archived, without, given] = holders;
    const further = await roleOf(admin);
    const give = (userId: unknown) =>
      admin.post('/roleassignments', { userId, roleId: further, orgStructureRelationshipIds: [] });
    await admin.patch(`/roles/${further}`, { name: 'Further' });
    await give(without);
    const found = await admin.get(`/roleassignments?userId=${without}&roleId=${roleId}`);
    const [{ id: assignmentId }] = found.body.data;
    await whileNotTouched(async () => {
      expect((await admin.patch(path, { name: 'Second' })).status).toBe(200);
      expect((await other.patch(path, { name: 'Third' })).status).toBe(200);
      expect((await admin.delete(`/users/${archived}`)).status).toBe(204);
      expect((await admin.delete(`/roleassignments/${assignmentId}`)).status).toBe(204);
      expect((await give(given)).status).toBe(201);
      // Another role of a user who waits: the request leaves it to the job.
      expect((await other.patch(`/roles/${further}`, { name: 'Furthest' })).status).toBe(200);
      const waiting = await sql('SELECT DISTINCT change_number FROM due_holders WHERE company_id = $1', [
        companyId,
      ]);
      expect(waiting).toHaveLength(3);
    });
    await allPublished();
    const [first, second] = [admin.userId, other.userId];
    expect(await rolesOf(usual)).toEqual([
      ['changed', first, [name], ['Second']],
      ['changed', second, ['Second'], ['Third']],
    ]);
    expect(await rolesOf(archived)).toEqual([['archived', first, [], []]]);
    expect(await rolesOf(without)).toEqual([
      ['changed', first, [name], ['Further', name].sort()],
      ['changed', first, ['Further', 'Third'], ['Further']],
      ['changed', second, ['Further'], ['Furthest']],
    ]);
    expect(await rolesOf(given)).toEqual([
      ['changed', first, ['Third'], ['Further', 'Third']],
      ['changed', first, ['Furthest', name].sort(), ['Furthest', 'Second'].sort()],
      ['changed', second, ['Furthest', 'Second'], ['Furthest', 'Third']],
      ['changed', second, ['Further', 'Third'], ['Furthest', 'Third']],
    ]);
  });

  it('holders of two changes are taken for the earlier one first', async () => {
    const { admin, companyId, path } = await ofMany();
    const [due, transactions] = [api().app.get(DueHolders), api().app.get(CompanyTransactions)];
    await whileNotTouched(async () => {
      for (const name of ['Second', 'Third']) expect((await admin.patch(path, { name })).status).toBe(200);
      const rows = await sql(
        'SELECT number, company_id AS "companyId" FROM due_role_changes WHERE company_id = $1 ORDER BY number',
        [companyId],
      );
      const [earlier, later] = rows as unknown as [DueChange, DueChange];
      const taken = await transactions.run(companyId, async () => [
        await due.take(later, 3),
        await due.take(earlier, 3),
        await due.take(later, 5),
      ]);
      expect(taken.map(({ length }) => length)).toEqual([0, 3, 3]);
      expect(taken[2]?.sort()).toEqual(taken[1]?.sort());
    });
    await allPublished();
  });

  it('a holder who cannot be touched holds up nobody, and is tried again', async () => {
    const { admin, companyId, holders, path } = await ofMany();
    const [failing = '', ...others] = holders;
    await sql('UPDATE company_users SET version = 2147483647 WHERE id = $1', [failing]);
    expect((await admin.patch(path, { name: 'Crew' })).status).toBe(200);
    await allPublished();
    const touched = await changesOf('company_users', others);
    expect(touched).toHaveLength(others.length);
    const due = 'SELECT user_id, due_at > now() AS later FROM due_holders WHERE company_id = $1';
    expect(await sql(due, [companyId])).toEqual([{ user_id: failing, later: true }]);
    await sql('UPDATE company_users SET version = 1 WHERE id = $1', [failing]);
    await sql('UPDATE due_holders SET due_at = now() WHERE company_id = $1', [companyId]);
    await eventually(async () => expect(await changesOf('company_users', [failing])).toHaveLength(1));
  });
});

it('PATCH /roles/{id} 503: ten changes of roles that very many hold are under way; 200 for a role of few', async () => {
  const { admin, companyId, holders, path } = await ofMany();
  const ofOne = await roleOf(admin);
  expect((await admin.post('/roleassignments', { userId: holders[0], roleId: ofOne })).status).toBe(201);
  const TEN = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
  await api().database.transaction('owner', async (client) => {
    await client.query('SELECT FROM company_users WHERE company_id = $1 AND id = ANY ($2) FOR UPDATE', [
      companyId,
      holders,
    ]);
    for (const name of TEN) expect((await admin.patch(path, { name })).status).toBe(200);
    await lockWaits(client);
    const refused = await admin.patch(path, { name: 'One more' });
    expect([code(refused), refused.headers.get('retry-after')]).toEqual(['503 unavailable', '5']);
    expect((await admin.patch(path, { description: 'Of nobody else' })).status).toBe(200);
    expect((await admin.patch(`/roles/${ofOne}`, { permissions: [] })).status).toBe(200);
  });
  // One is enough to see that all of them follow.
  const followed = holders.at(-1);
  await sql('DELETE FROM due_holders WHERE company_id = $1 AND user_id <> $2', [companyId, followed]);
  await allPublished();
  const names = (await rolesOf(followed)).map(([, , , to]) => to);
  expect(names).toEqual(TEN.map((name) => [name]));
});

it('a holder who is given the role anew before the job comes has no record of a change before that', async () => {
  const { admin, companyId, roleId, path, holders } = await ofMany();
  const [userId] = holders;
  const other = await roleOf(admin);
  expect((await admin.post('/roleassignments', { userId, roleId: other })).status).toBe(201);
  await whileNotTouched(async () => {
    await admin.patch(path, { name: 'Crew' });
    const [held] = await sql(
      'SELECT id FROM role_assignments WHERE company_id = $1 AND user_id = $2 AND role_id = $3',
      [companyId, userId, roleId],
    );
    expect((await admin.delete(`/roleassignments/${held?.['id']}`)).status).toBe(204);
    expect((await admin.post('/roleassignments', { userId, roleId })).status).toBe(201);
  });
  await allPublished();
  expect((await rolesOf(userId)).map(([, , from, to]) => [from.length, to.length])).toEqual([
    [1, 2],
    [2, 1],
    [1, 2],
  ]);
});

it('PATCH /users/me: a role that gets another name in the same moment is no change by the user', async () => {
  const { admin, companyId, roleId, path } = await ofMany();
  const user = await invited(admin, { roles: [{ roleId }] });
  const as = await callerOf(user, companyId);
  expect((await as('GET', '/company')).status).toBe(200);
  const headers = { authorization: `Bearer ${await api().issuer.token(user.id)}` };
  const answer = await justBefore(
    'UPDATE company_users AS m SET email',
    () => whileNotTouched(() => admin.patch(path, { name: 'Crew' })),
    () => api().send('PATCH', '/users/me', { headers, body: { givenName: 'Another' } }),
  );
  expect(answer.status).toBe(200);
  await allPublished();
  const names = (await changesOf('company_users', [user.id])).map(({ actor_user_id: author, members }) => [
    author === user.id ? 'user' : 'administrator',
    ...(members as { member: string }[]).map(({ member }) => member).sort(),
  ]);
  expect(names).toEqual([
    ['user', 'acceptedAt'],
    ['user', 'displayName', 'givenName'],
    ['administrator', 'assignments'],
  ]);
});
