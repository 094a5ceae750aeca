import { describe, expect, it } from '@jest/globals';
import { questionHeaders } from '@safety/bus';
import { signerOf } from '@safety/bus/testing';
import { type MissedChanges, missedChangesPath } from '@safety/contracts';
import { eventually } from '@safety/testing';
import { accountsUnderTest, code, invited, sql } from '../testing/accounts-under-test.js';

const api = accountsUnderTest();

describe('GET /internal/changes', () => {
  const asking = (path: string) =>
    questionHeaders(signerOf('identity'), { from: 'identity', to: 'accounts', path });
  const ask = (path: string, headers: Record<string, string> = asking(path)) =>
    api().send('GET', path, { headers });

  it('200: the states of users and companies behind a number, the newest among them, page by page', async () => {
    const admin = await api().caller();
    const user = await invited(admin);
    await admin.post(`/users/${user.id}/transitions`, { transition: 'disable' });
    await admin.patch('/company', { sessionLifetimeMinutes: 45 });
    await eventually(async () => expect(await sql('SELECT FROM users_to_tell')).toEqual([]));
    await sql("UPDATE outbox SET created_at = now() - interval '2 minutes' WHERE id % 2 = 0");
    const found: MissedChanges['changes'] = [];
    for (let more = true, after = 0; more; ) {
      const { status, body } = await ask(missedChangesPath(after));
      expect(status).toBe(200);
      found.push(...body.changes);
      after = found.at(-1)?.number ?? 0;
      more = body.more;
    }
    const numbers = found.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    expect(found.every(({ number, settled }) => settled === (number % 2 === 0))).toBe(true);
    const types = new Set(found.map(({ message }) => message.type));
    expect(types).toEqual(new Set(['user-changed.v1', 'company-changed.v1', 'user-invited.v1']));
    const states = found.map(({ message }) => message.payload as { id: string; roles?: unknown[] });
    expect(states.findLast(({ id }) => id === user.id)).toMatchObject({ roles: [] });
    expect(states.findLast(({ id }) => id === admin.companyId)).toMatchObject({ sessionLifetimeMinutes: 45 });
    expect((await ask(missedChangesPath(numbers.at(-1) ?? 0))).body).toEqual({
      changes: [],
      more: false,
      generation: 0,
    });
  });

  it('401: nobody, a user, another service, another path, and a question of an hour ago', async () => {
    const path = missedChangesPath(0);
    const { token } = await api().caller();
    const other = questionHeaders(signerOf('training'), { from: 'identity', to: 'accounts', path });
    const late = { ...asking(path), 'x-service-time': String(Math.floor(Date.now() / 1000) - 3_600) };
    for (const headers of [{}, { authorization: `Bearer ${token}` }, other, asking('/elsewhere'), late])
      expect(code(await ask(path, headers))).toBe('401 token-missing');
  });

  it.each(['?after=-1', '?after=x', '', '?after=0&company=1'])('400: %s', async (query) => {
    expect((await ask(`/internal/changes${query}`)).status).toBe(400);
  });
});
