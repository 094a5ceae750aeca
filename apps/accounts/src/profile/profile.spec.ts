import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { emailConfirmed } from '@safety/contracts';
import { type Answer, eventually } from '@safety/testing';
import {
  accountsUnderTest,
  allPublished,
  callerOf,
  code,
  invited,
  messagesAbout,
  published,
  sql,
  whileLocked,
} from '../testing/accounts-under-test.js';
import { joinCompanies, whileNotTold } from '../testing/many-companies.js';
import { justBefore, transactionOf } from '../testing/statements.js';

const api = accountsUnderTest();

describe('GET, PUT and PATCH /users/me', () => {
  const me = async (userId: string, method: string, body?: unknown, claims = {}) =>
    api().send(method, '/users/me', {
      body,
      headers: { authorization: `Bearer ${await api().issuer.token(userId, { claims })}` },
    });

  it('200: the own profile, without a company', async () => {
    const { userId } = await api().caller();
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
    const caller = await api().caller();
    const { userId, companyId } = caller;
    const { status, body } = await me(userId, 'PATCH', { givenName: 'Ursula', timeZone: 'Europe/Paris' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { givenName: 'Ursula', timeZone: 'Europe/Paris' },
    });
    expect((await messagesAbout('user-changed.v1', userId)).at(-1).payload).toMatchObject({
      givenName: 'Ursula',
      timeZone: 'Europe/Paris',
    });
    expect((await messagesAbout('company-user-changed.v1', userId)).at(-1)).toMatchObject({
      companyId,
      payload: { displayName: 'Ursula User', belongs: true },
    });
    const replaced = await me(userId, 'PUT', { givenName: 'Una', familyName: 'User' });
    expect(replaced.body).toMatchObject({ givenName: 'Una', timeZone: null });
    const { body: audit } = await caller.get('/audit?resource=company_users&limit=1');
    expect(audit.data).toMatchObject([
      {
        ...{ id: userId, operation: 'changed', version: 3 },
        ...{ actor: 'user', changedByUserId: userId, clientId: 'test-client' },
        members: [
          { member: 'givenName', from: 'Ursula', to: 'Una' },
          { member: 'displayName', from: 'Ursula User', to: 'Una User' },
        ],
      },
    ]);
    const { body: own } = await caller.get(`/users/${userId}/audit?limit=1`);
    expect(own.data).toMatchObject([{ version: 3, actor: 'user', changedByUserId: userId }]);
  });

  it.each([
    [{ givenName: '' }, '422 validation-failed'],
    [{ timeZone: 'Nowhere/At all' }, '422 validation-failed'],
    [{ locale: 'a_b' }, '422 validation-failed'],
    [{ isAdmin: true }, '422 unknown-field'],
  ])('%j: %s', async (body, expected) => {
    const { userId } = await api().caller();
    expect(code(await me(userId, 'PATCH', body))).toBe(expected);
  });

  it.each(['PUT', 'PATCH'])(
    '%s with Idempotency-Key: the first answer again, and one change',
    async (method) => {
      const [{ userId }, other] = [await api().caller(), await api().caller()];
      const send = async (key: string, givenName: string, as = userId) =>
        api().send(method, '/users/me', {
          body: { givenName, familyName: 'User' },
          headers: { authorization: `Bearer ${await api().issuer.token(as)}`, 'idempotency-key': key },
        });
      const first = await send('one', 'Ursula');
      const again = await send('one', 'Ursula');
      expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
        200,
        200,
        'true',
      ]);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(await messagesAbout('user-changed.v1', userId)).toHaveLength(1);
      expect(code(await send('one', 'Una'))).toBe('422 idempotency-key-reused');
      expect((await send('one', 'Olga', other.userId)).body.givenName).toBe('Olga');
      expect(code(await send('', 'Una'))).toBe('400 invalid-parameter');
      const atOnce = await Promise.all([1, 2, 3, 4].map(() => send('two', 'Ulla')));
      expect(atOnce.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(await messagesAbout('user-changed.v1', userId)).toHaveLength(2);
    },
  );

  it('403 company-context-forbidden: a client of a company changes nothing', async () => {
    const { userId, companyId } = await api().caller();
    const claims = { company_id: companyId };
    expect((await me(userId, 'GET', undefined, claims)).status).toBe(200);
    expect(code(await me(userId, 'PATCH', { givenName: 'X' }, claims))).toBe('403 company-context-forbidden');
    expect(code(await me(userId, 'PUT', { givenName: 'X', familyName: 'Y' }, claims))).toBe(
      '403 company-context-forbidden',
    );
  });
});

describe('POST /users/me/emailchange', () => {
  const ask = async (userId: string, body: unknown, claims = {}) =>
    api().send('POST', '/users/me/emailchange', {
      body,
      headers: { authorization: `Bearer ${await api().issuer.token(userId, { claims })}` },
    });
  const emailOf = async (userId: string) => {
    const headers = { authorization: `Bearer ${await api().issuer.token(userId)}` };
    return (await api().send('GET', '/users/me', { headers })).body.email;
  };

  it('202: one answer for a free, a taken and the present address; nothing changes yet', async () => {
    const [{ userId }, other] = [await api().caller(), await api().caller()];
    const [present, taken] = [await emailOf(userId), await emailOf(other.userId)];
    for (const email of ['free@test.example', taken, present]) {
      const { status, body } = await ask(userId, { email: ` ${email} ` });
      expect({ status, body }).toEqual({ status: 202, body: { email } });
    }
    expect(await emailOf(userId)).toBe(present);
    const messages = await messagesAbout('email-change-requested.v1', userId);
    expect(messages.map(({ payload }) => payload.email)).toEqual(['free@test.example', taken, present]);
  });

  it('202: a domain in another script has the form that mail servers know', async () => {
    const { userId } = await api().caller();
    const { status, body } = await ask(userId, { email: 'ivan@пример.рф' });
    expect({ status, body }).toEqual({ status: 202, body: { email: 'ivan@xn--e1afmkfd.xn--p1ai' } });
  });

  it.each([
    [{}, '422 validation-failed'],
    [{ email: 'nobody' }, '422 validation-failed'],
    [{ email: 'ivan@пример.рф/path' }, '422 validation-failed'],
    [{ email: null }, '422 validation-failed'],
    [{ email: 'a@test.example', userId: randomUUID() }, '422 unknown-field'],
  ])('%j: %s', async (body, expected) => {
    const { userId } = await api().caller();
    expect(code(await ask(userId, body))).toBe(expected);
  });

  it('404: a user that accounts does not know; 403: for a client of a company, and for a client as itself', async () => {
    const { userId, companyId } = await api().caller();
    const body = { email: 'new@test.example' };
    expect(code(await ask(randomUUID(), body))).toBe('404 not-found');
    expect(code(await ask(userId, body, { company_id: companyId }))).toBe('403 company-context-forbidden');
    const asItself = { company_id: companyId, client_id: userId, sid: undefined, grant_id: undefined };
    expect((await ask(userId, body, asItself)).status).toBe(403);
    expect(await messagesAbout('email-change-requested.v1', userId)).toEqual([]);
  });

  it('of two that were confirmed the later one counts, whichever is told of last', async () => {
    const [{ userId }, other] = [await api().caller(), await api().caller()];
    const [earlier, later, marker] = [0, 1, 2].map(() => `${randomUUID()}@test.example`);
    const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
    await published(emailConfirmed, userId, { userId, email: later });
    await published(emailConfirmed, userId, { userId, email: earlier }, aMinuteAgo);
    await published(emailConfirmed, other.userId, { userId: other.userId, email: marker });
    await eventually(async () => expect(await emailOf(other.userId)).toBe(marker));
    expect(await emailOf(userId)).toBe(later);
  });

  it('once confirmed, it counts in each company and at identity; a taken one changes nothing', async () => {
    const [caller, other] = [await api().caller(), await api().caller()];
    const { userId, companyId } = caller;
    const taken = await emailOf(other.userId);
    const email = `${randomUUID()}@test.example`;
    for (const confirmed of [taken, email, email])
      await published(emailConfirmed, userId, { userId, email: confirmed });
    await eventually(async () => expect(await emailOf(userId)).toBe(email));
    expect((await caller.get(`/users/${userId}`)).body.email).toBe(email);
    expect((await messagesAbout('user-changed.v1', userId)).at(-1).payload).toMatchObject({ email });
    expect((await messagesAbout('company-user-changed.v1', userId)).at(-1)).toMatchObject({
      companyId,
      change: { number: expect.any(String) },
      payload: { email },
    });
    const { body: audit } = await caller.get('/audit?resource=company_users');
    expect(audit.data).toMatchObject([
      { actor: 'user', changedByUserId: userId, members: [{ member: 'email', to: email }] },
    ]);
    expect((await other.get(`/users/${userId}`)).status).toBe(404);
    expect(await emailOf(other.userId)).toBe(taken);
  });
});

describe('users who change at the same moment as what a company knows of them', () => {
  const known = (userId: string) => ['SELECT FROM company_users WHERE id = $1', [userId]] as const;
  const changesOf = async (admin: { get(path: string): Promise<Answer> }, userId: string) =>
    (await admin.get(`/audit?resource=company_users&operation=changed&rowId=${userId}`)).body.data;

  /** A user who is invited and makes no request yet. */
  const newcomer = async (changes: object = {}) => {
    const admin = await api().caller();
    const user = await invited(admin, changes);
    const as = await callerOf(user, admin.companyId);
    await allPublished();
    return { admin, user, as };
  };

  it('two first requests in the company: accepted once', async () => {
    const { admin, user, as } = await newcomer();
    let answers: Promise<Answer>[] = [];
    await whileLocked(known(user.id), async (waiting) => {
      answers = [as('GET', '/company'), as('GET', '/company')];
      await waiting(2);
    });
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect(await changesOf(admin, user.id)).toMatchObject([
      {
        ...{ version: 2, changedByUserId: user.id },
        members: [{ member: 'acceptedAt', to: (await admin.get(`/users/${user.id}`)).body.acceptedAt }],
      },
    ]);
    const states = await messagesAbout('company-user-changed.v1', user.id);
    expect(states).toMatchObject([1, 2].map((version) => ({ change: {}, payload: { version } })));
  });

  it('a first request, and a name that the administrator enters: each change has its author', async () => {
    const { admin, user, as } = await newcomer();
    let answers: Promise<Answer>[] = [];
    await whileLocked(known(user.id), async (waiting) => {
      answers = [admin.patch(`/users/${user.id}`, { givenName: 'Ilse' })];
      await waiting(1);
      answers.push(as('GET', '/company'));
      await waiting(2);
    });
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect(await changesOf(admin, user.id)).toMatchObject([
      { version: 3, changedByUserId: user.id, members: [{ member: 'acceptedAt' }] },
      {
        ...{ version: 2, changedByUserId: admin.userId },
        members: [{ member: 'givenName' }, { member: 'displayName' }],
      },
    ]);
  });

  it('a profile change, and a removal from a company just before: that company learns nothing of it', async () => {
    const [admin, other] = [await api().caller(), await api().caller()];
    const { userId } = await api().caller({ companyId: admin.companyId });
    const as = await callerOf({ id: userId }, other.companyId);
    await invited(other, { email: (await as('GET', '/users/me')).body.email });
    await as('GET', '/company');
    let answers: Promise<Answer>[] = [];
    await whileLocked(known(userId), async (waiting) => {
      answers = [admin.delete(`/users/${userId}`)];
      await waiting(1);
      answers.push(as('PATCH', '/users/me', { givenName: 'Ursula' }));
      await waiting(2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 200]);
    expect((await other.get(`/users/${userId}`)).body.givenName).toBe('Ursula');
    expect(await changesOf(admin, userId)).toEqual([]);
  });

  it('a confirmed address, and a name that the administrator enters: each change has its author', async () => {
    const admin = await api().caller();
    const { userId } = await api().caller({ companyId: admin.companyId });
    const email = `${randomUUID()}@test.example`;
    let answer: Promise<Answer> | undefined;
    await whileLocked(known(userId), async (waiting) => {
      answer = admin.patch(`/users/${userId}`, { givenName: 'Ilse' });
      await waiting(1);
      await published(emailConfirmed, userId, { userId, email });
      await waiting(2);
    });
    expect((await answer)?.status).toBe(200);
    await eventually(async () =>
      expect(await changesOf(admin, userId)).toMatchObject([
        { version: 3, changedByUserId: userId, members: [{ member: 'email', to: email }] },
        {
          ...{ version: 2, changedByUserId: admin.userId },
          members: [{ member: 'givenName' }, { member: 'displayName' }],
        },
      ]),
    );
  });

  it('a first request in a company, and a confirmed address: the company knows the new one', async () => {
    const { userId, companyId } = await api().caller();
    const { body: own } = await (await callerOf({ id: userId }, companyId))('GET', '/users/me');
    const { admin, as } = await newcomer({ email: own.email });
    const email = `${randomUUID()}@test.example`;
    let answer: Promise<Answer> | undefined;
    const invitation = ['SELECT FROM company_users WHERE id = $1 AND company_id = $2'] as const;
    await whileLocked([...invitation, [userId, admin.companyId]], async (waiting) => {
      answer = as('GET', '/company');
      await waiting(1);
      await published(emailConfirmed, userId, { userId, email });
      await waiting(2);
    });
    expect((await answer)?.status).toBe(200);
    await eventually(async () =>
      expect((await admin.get(`/users/${userId}`)).body).toMatchObject({ email, invitation: 'accepted' }),
    );
  });
});

describe('a user of very many companies', () => {
  /** More than a change reaches in its own transaction, and more than some parts of the job. */
  const MANY = 60;

  /** A user of so many companies beside the first one. */
  const ofMany = async (count = MANY) => {
    const { userId, companyId } = await api().caller();
    const companyIds = [companyId, ...(await joinCompanies(sql, userId, count))].sort();
    const change = async (body: object, requestId: string) => {
      const headers = {
        authorization: `Bearer ${await api().issuer.token(userId)}`,
        'x-request-id': requestId,
      };
      return api().send('PATCH', '/users/me', { body, headers });
    };
    return { userId, companyIds, change };
  };
  /** By company, in the order of the changes. */
  const recordsOf = async (userId: string) => {
    await allPublished();
    const rows = await sql(
      `SELECT company_id AS "companyId", number, version, actor_user_id AS "userId", client_id AS "clientId",
         request_id AS "requestId", members
       FROM changes WHERE resource = 'company_users' AND id = $1 ORDER BY company_id, number`,
      [userId],
    );
    return Map.groupBy(rows, (row) => String(row['companyId']));
  };
  const member = (name: string, from: string, to: string) =>
    expect.objectContaining({ member: name, from, to });

  it('PATCH /users/me 200: by the same statements, however many they are; each has record and message', async () => {
    const [some, more] = [await ofMany(), await ofMany(2 * MANY)];
    const sent = await transactionOf(() => some.change({ givenName: 'Ursula' }, 'of-some'));
    const { result, texts } = await transactionOf(() => more.change({ givenName: 'Ursula' }, 'of-more'));
    expect([sent.result.status, result.status, result.body.givenName]).toEqual([200, 200, 'Ursula']);
    expect(texts).toEqual(sent.texts);
    const records = await recordsOf(more.userId);
    expect([...records.keys()]).toEqual(more.companyIds);
    const by = { version: 2, userId: more.userId, clientId: 'test-client', requestId: 'of-more' };
    const members = [member('givenName', 'Una', 'Ursula'), member('displayName', 'Una User', 'Ursula User')];
    for (const [companyId, ofCompany] of records)
      expect(ofCompany).toMatchObject([{ companyId, ...by, members }]);
    const messages = await messagesAbout('company-user-changed.v1', more.userId);
    expect(
      messages
        .map(({ companyId, requestId, change, payload: { version, displayName } }) => ({
          ...{ companyId, requestId, number: change.number, version, displayName },
        }))
        .toSorted((a, b) => (a.companyId < b.companyId ? -1 : 1)),
    ).toEqual(
      more.companyIds.map((companyId) => ({
        ...{ companyId, requestId: 'of-more', number: records.get(companyId)?.[0]?.['number'] },
        ...{ version: 2, displayName: 'Ursula User' },
      })),
    );
    expect(
      await sql('SELECT FROM own_changes WHERE user_id = ANY ($1)', [[some.userId, more.userId]]),
    ).toEqual([]);
  });

  it('503 while companies have yet to learn of ten changes of the name; others go on', async () => {
    const { userId, change } = await ofMany(1);
    const under = `INSERT INTO own_changes (user_id, given_name) SELECT $1, 'Una' FROM generate_series(1, 10)`;
    await sql(under, [userId]);
    const { status, body, headers } = await change({ givenName: 'Ursula' }, 'one-more');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect((await change({ timeZone: 'Europe/Paris' }, 'zone')).body.givenName).toBe('Una');
    await sql('DELETE FROM own_changes WHERE user_id = $1', [userId]);
    expect((await change({ givenName: 'Ursula' }, 'one-more')).status).toBe(200);
  });

  it('200 of no company any more, while others wait: nothing is noted, which nobody would take', async () => {
    const { userId, change } = await ofMany(1);
    await sql('UPDATE company_users SET archived_at = now() WHERE id = $1', [userId]);
    const earlier = `INSERT INTO due_own_companies (user_id, company_id, change_number, due_at)
      VALUES ($1, gen_random_uuid(), 0, 'infinity')`;
    await sql(earlier, [userId]);
    expect((await change({ givenName: 'Ursula' }, 'alone')).status).toBe(200);
    expect(await sql('SELECT FROM own_changes WHERE user_id = $1', [userId])).toEqual([]);
    await sql('DELETE FROM due_own_companies WHERE user_id = $1', [userId]);
  });

  it('changes in a row reach each company in their order, once, whatever fails in between', async () => {
    const { userId, companyIds, change } = await ofMany();
    const [failing = ''] = companyIds;
    const left = companyIds.at(-1) ?? '';
    const joinedAgain = companyIds.at(-2) ?? '';
    const email = `${randomUUID()}@test.example`;
    const fail = () => Promise.reject(new Error('in between'));
    const failed = 'INSERT INTO changes';
    const waiting = () =>
      sql('SELECT DISTINCT company_id AS id FROM due_own_companies WHERE user_id = $1', [userId]);
    // All of a part, and then the first of its companies alone.
    await justBefore(failed, fail, () =>
      justBefore(failed, fail, async () => {
        await whileNotTold(sql, async () => {
          expect((await change({ givenName: 'Ursula' }, 'first')).status).toBe(200);
          expect((await change({ familyName: 'Usual' }, 'second')).status).toBe(200);
          await published(emailConfirmed, userId, { userId, email });
          await eventually(async () => {
            const noted = await sql('SELECT number FROM own_changes WHERE user_id = $1', [userId]);
            expect(noted).toHaveLength(3);
          });
          expect((await messagesAbout('user-changed.v1', userId)).at(-1).payload).toMatchObject({
            ...{ givenName: 'Ursula', familyName: 'Usual', email },
          });
          await sql('UPDATE company_users SET archived_at = now() WHERE company_id = $1 AND id = $2', [
            left,
            userId,
          ]);
          const joined = `UPDATE company_users SET invited_at = now(), accepted_at = now()
            WHERE company_id = $1 AND id = $2`;
          await sql(joined, [joinedAgain, userId]);
        });
        await eventually(async () => expect(await waiting()).toEqual([{ id: failing }]));
      }),
    );
    expect((await change({ givenName: 'Ulla' }, 'third')).status).toBe(200);
    await sql('UPDATE due_own_companies SET due_at = now() WHERE user_id = $1', [userId]);
    await eventually(async () => expect(await waiting()).toEqual([]));
    const records = await recordsOf(userId);
    expect([...records.keys()]).toEqual(companyIds.filter((id) => id !== left));
    // It has known the newest state since then.
    expect(records.get(joinedAgain)).toMatchObject([{ version: 2, userId, requestId: 'third' }]);
    records.delete(joinedAgain);
    for (const ofCompany of records.values())
      expect(ofCompany).toMatchObject([
        { version: 2, userId, requestId: 'first', members: [member('givenName', 'Una', 'Ursula'), {}] },
        { version: 3, userId, requestId: 'second', members: [member('familyName', 'User', 'Usual'), {}] },
        { version: 4, userId, members: [{ member: 'email', to: email }] },
        { version: 5, userId, requestId: 'third', members: [member('givenName', 'Ursula', 'Ulla'), {}] },
      ]);
    expect(await sql('SELECT FROM own_changes WHERE user_id = $1', [userId])).toEqual([]);
  });
});
