import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demandQuestion } from '@safety/bus';
import { publicKeysOf } from '@safety/bus/testing';
import {
  companyChanged,
  emailChangeRequested,
  type MissedChanges,
  type UserState,
  userChanged,
  userInvited,
} from '@safety/contracts';
import { demoQuarries } from '@safety/demo-data';
import { eventually, listen } from '@safety/testing';
import {
  credentials,
  passwordClient,
  refresh,
  requestToken,
  type Tokens,
  tokensFor,
  user,
} from '../testing/flows.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { MissedChanges as MissedChangesReader } from './missed-changes.js';

describe('while Redis is away', () => {
  const changes: MissedChanges['changes'] = [];
  let isAway = false;
  let generation = 0;
  /** Answers of this generation wait. */
  let held: { generation: number; answer: () => Promise<void> } | undefined;
  let accounts: Awaited<ReturnType<typeof listen>>;
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    accounts = await listen(async (request, response) => {
      const path = request.url ?? '';
      demandQuestion(publicKeysOf('identity'), { from: 'identity', to: 'accounts', path }, request.headers);
      const after = Number(new URL(path, 'http://accounts').searchParams.get('after'));
      if (isAway) return void response.writeHead(503).end();
      const page = changes.filter(({ number }) => number > after).slice(0, 2);
      const answer: MissedChanges = { changes: page, more: page.length === 2, generation };
      if (generation === held?.generation) await held.answer();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    // Nothing listens there.
    provider = await startIdentity({ REDIS_URL: 'redis://127.0.0.1:1', ACCOUNTS_URL: accounts.url });
  });
  afterAll(async () => {
    await provider.close();
    await accounts.close();
  });

  const addChange = (type: string, payload: object, settled = true): void => {
    const message = {
      id: randomUUID(),
      type,
      companyId: null,
      occurredAt: new Date().toISOString(),
      payload,
    };
    changes.push({ number: changes.length + 1, settled, message });
  };
  const state = (version: number, changed: Partial<UserState> = {}): UserState => ({
    ...{ id: user.id, version, email: user.email, givenName: 'Ada', familyName: 'Admin' },
    ...{ disabled: false, roles: [], ...changed },
  });
  const lostOf = (one: UserState) => userChanged.lost?.(one) as UserState;
  const company = (version: number, status = 'active') => ({
    ...{ id: demoQuarries.id, version, name: 'C', status, timeZone: 'UTC', riskBands: null },
    ...{ allowSelfApproval: false, defaultApproverUserIds: [], sessionLifetimeMinutes: 45 },
    defaultLocale: 'es-PE',
  });
  const byPassword = (username: string) => {
    const form = { grant_type: 'password', username, password: credentials.password };
    return requestToken(provider, { ...form, scope: 'openid offline_access', ...passwordClient });
  };

  const follow = () => provider.app.get(MissedChangesReader, { strict: false }).follow();
  const position = async () =>
    (await provider.query<{ number: number }>('SELECT number::int FROM accounts_position'))[0]?.number;

  it('a disabled user is signed out and refused, without the bus; the newest state counts', async () => {
    const bySession = await tokensFor(provider);
    const { refresh_token } = (await (await byPassword(user.email)).json()) as Tokens;
    addChange(userChanged.name, state(7, { disabled: true }));
    addChange(userChanged.name, state(6));
    await eventually(async () => expect((await byPassword(user.email)).status).toBe(400));
    expect((await refresh(provider, bySession.refresh_token)).status).toBe(400);
    expect((await refresh(provider, refresh_token, passwordClient)).status).toBe(400);
  });

  it('a new address, a user who may sign in again, and session limits, page by page', async () => {
    addChange(userChanged.name, state(8, { email: 'ada@moved.example', locale: 'kk' }));
    addChange(companyChanged.name, company(9));
    await follow();
    expect((await byPassword('ada@moved.example')).status).toBe(200);
    expect(await provider.query('SELECT locale FROM users WHERE id = $1', [user.id])).toEqual([
      { locale: 'kk' },
    ]);
    expect(await provider.query('SELECT locale FROM company_locales')).toEqual([{ locale: 'es-PE' }]);
    expect(await provider.query('SELECT company_id, seconds FROM session_limits')).toEqual([
      { company_id: demoQuarries.id, seconds: 2_700 },
    ]);
    expect(await position()).toBe(4);
  });

  it('invitations, new addresses and a suspended company, without the bus: each once', async () => {
    const mails = () =>
      provider.query<{ kind: string }>('SELECT kind FROM outgoing_mails WHERE user_id = $1 ORDER BY kind', [
        user.id,
      ]);
    const before = (await mails()).length;
    addChange(userInvited.name, { userId: user.id, companyId: randomUUID(), send: true }, false);
    addChange(emailChangeRequested.name, { userId: user.id, email: 'ada@new.example', locale: null }, false);
    addChange(companyChanged.name, company(10, 'suspended'), false);
    await follow();
    await follow();
    const kinds = (await mails()).map(({ kind }) => kind);
    expect(kinds).toHaveLength(before + 3);
    expect(kinds).toEqual(expect.arrayContaining(['invitation-to-company', 'new-email', 'email-requested']));
    expect(await provider.query('SELECT suspended FROM suspended_companies')).toEqual([{ suspended: true }]);
    // Of an hour ago: it waits for the bus.
    addChange(userInvited.name, { userId: user.id, companyId: randomUUID(), send: true }, false);
    Object.assign(changes.at(-1)?.message ?? {}, {
      occurredAt: new Date(Date.now() - 3_700_000).toISOString(),
    });
    await follow();
    expect(await mails()).toHaveLength(before + 3);
  });

  it('goes on where it was once accounts answers again, and asks again for what is not settled', async () => {
    isAway = true;
    addChange(userChanged.name, state(9, { email: 'ada@moved.again.example' }), false);
    await expect(follow()).rejects.toThrow('accounts answered 503');
    isAway = false;
    await follow();
    expect((await byPassword('ada@moved.again.example')).status).toBe(200);
    expect(await position()).toBe(4);
  });

  it('a change that cannot be applied holds up no later one, and is asked for again', async () => {
    addChange(userChanged.name, { id: user.id });
    addChange(companyChanged.name, company(12, 'suspended'));
    const known = await position();
    await expect(follow()).rejects.toThrow('could not be applied');
    const [row] = await provider.query('SELECT version FROM session_limits WHERE company_id = $1', [
      demoQuarries.id,
    ]);
    expect([row, await position()]).toEqual([{ version: 12 }, known]);
    changes.splice(-2, 1);
    await follow();
    expect(await position()).toBe(changes.at(-1)?.number);
  });

  it('begins again when accounts was restored: numbers and versions count from below', async () => {
    changes.length = 0;
    generation = 7;
    addChange(userChanged.name, state(2, { email: 'ada@restored.example' }));
    addChange(companyChanged.name, company(3));
    await follow();
    expect((await byPassword('ada@restored.example')).status).toBe(200);
    expect(await provider.query('SELECT suspended FROM suspended_companies')).toEqual([{ suspended: false }]);
    expect(await position()).toBe(2);
    addChange(userChanged.name, state(3, { disabled: true }));
    await follow();
    expect((await byPassword('ada@restored.example')).status).toBe(400);
  });

  it('when accounts was restored, addresses of lost users are free: for who had one before, and who is new', async () => {
    const [restored, una] = ['ada@restored.example', 'una@works.example'];
    const lost = [restored, una].map((email) => state(1, { id: randomUUID(), email }));
    addChange(userChanged.name, state(4, { email: 'ada@since.example' }));
    for (const one of lost) addChange(userChanged.name, one);
    await follow();
    changes.length = 0;
    generation = 8;
    const again = state(1, { id: randomUUID(), email: una });
    for (const one of [state(2, { email: restored }), ...lost.map(lostOf), again])
      addChange(userChanged.name, one);
    const holders = () =>
      provider.query('SELECT user_id, email_key FROM credentials WHERE email_key = ANY ($1) ORDER BY 2', [
        [restored, una],
      ]);
    const expected = [
      { user_id: user.id, email_key: restored },
      { user_id: again.id, email_key: una },
    ];
    // The state of the first comes before that of the lost user who has the address.
    await eventually(follow);
    expect(await holders()).toEqual(expected);
    expect((await byPassword(restored)).status).toBe(200);
    expect(await provider.query('SELECT kind FROM outgoing_mails WHERE user_id = $1', [again.id])).toEqual([
      { kind: 'invitation' },
    ]);
    // The command once more: all of it is told again.
    generation = 9;
    await eventually(follow);
    expect(await holders()).toEqual(expected);
  });

  it('a page of before accounts was restored does not move the position in the restored outbox', async () => {
    changes.length = 0;
    const last = state(9, { email: 'ada@restored.late.example' });
    for (const version of [5, 6, 7, 8, 9]) addChange(userChanged.name, state(version));
    const [asked, restored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = {
      generation,
      answer: () => {
        asked.resolve();
        return restored.promise;
      },
    };
    const late = follow();
    await asked.promise;
    changes.length = 0;
    generation = 10;
    addChange(userChanged.name, state(1));
    await follow();
    restored.resolve();
    await late;
    expect(await position()).toBe(1);
    addChange(userChanged.name, last);
    await follow();
    expect((await byPassword(last.email)).status).toBe(200);
  });
});
