import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { accountsUnderTest, code, told } from '../testing/accounts-under-test.js';

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
    const { userId, companyId } = await api().caller();
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
      expect(await told('user-changed.v1', userId)).toHaveLength(1);
      expect(code(await send('one', 'Una'))).toBe('422 idempotency-key-reused');
      expect((await send('one', 'Olga', other.userId)).body.givenName).toBe('Olga');
      expect(code(await send('', 'Una'))).toBe('400 invalid-parameter');
      const atOnce = await Promise.all([1, 2, 3, 4].map(() => send('two', 'Ulla')));
      expect(atOnce.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(await told('user-changed.v1', userId)).toHaveLength(2);
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
