import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { decodeJwt } from 'jose';
import { consolePaths } from '../paths/console.js';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { ExpiredSessions } from '../sessions/expired-sessions.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { Database } from '../storage/database/database.js';
import { behindLock } from '../testing/behind-lock.js';
import { Browser, locationOf } from '../testing/browser.js';
import { ConsoleBrowser } from '../testing/console-browser.js';
import {
  authorizationUrl,
  credentials,
  pkce,
  refresh,
  refusalOf,
  secondClient,
  signIn,
  type Tokens,
  tokensAndCode,
  user,
  webClient,
} from '../testing/flows.js';
import { type HeldRequest, holdPost } from '../testing/held-request.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const confirmPath = '/auth/connect/endsession/confirm';
const sidOf = ({ id_token }: Tokens): string => String(decodeJwt(id_token)['sid']);

describe('a session that is written late, by a request that has read it early', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  const person = { ...credentials };
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const part = <Type>(type: abstract new (...args: never[]) => Type): Type =>
    provider.app.get<Type>(type, { strict: false });
  const signedIn = async (): Promise<Tokens> =>
    (await tokensAndCode(provider, browser, webClient, person)).tokens;
  /** A session with a cookie and a question that waits, and nobody in it. */
  const nobodys = async (): Promise<void> => {
    const sid = sidOf(await signedIn());
    await provider.query('DELETE FROM grants WHERE sid = $1', [sid]);
    await provider.query(
      `UPDATE sessions SET user_id = NULL, payload = (payload::jsonb - '{accountId,authorizations,loginTs,amr,acr}'::text[]
         || '{"state":{"secret":"a-secret"}}')::json WHERE sid = $1`,
      [sid],
    );
  };
  const cookieHeader = (): string =>
    ['session', 'session.sig'].map((name) => `${name}=${browser.cookie(name)}`).join('; ');
  /** Lets go on what has been waiting for `lock` once `started` is known to wait. */
  const behind = <Result>(lock: string, count: number, start: () => Result): Promise<Awaited<Result>> =>
    behindLock(provider, lock, start, count);
  /** A confirmed sign-out that has read the session, and whose body is not there yet. */
  const holdSignOut = (form: Record<string, string>): Promise<HeldRequest> =>
    behind('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE', 1, () =>
      holdPost(provider, confirmPath, cookieHeader(), form),
    );
  const isSignedIn = async (): Promise<boolean> =>
    locationOf(await browser.open(authorizationUrl({ prompt: 'none' })))?.searchParams.has('code') ?? false;
  const expectEnded = async (tokens: Tokens, told = ['demo-web']): Promise<void> => {
    const calls = await provider.query<{ id: string }>(
      'SELECT client_id AS id FROM logout_deliveries WHERE sid = $1',
      [sidOf(tokens)],
    );
    expect(calls.map(({ id }) => id)).toEqual(told);
    expect(await refusalOf(refresh(provider, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const userinfo = await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  };

  const signOutEverywhere = () =>
    part(Database).transaction((transaction) => part(SessionEnding).endAllOf(transaction, user.id));
  const endOthersInConsole = async () => {
    const visitor = await ConsoleBrowser.signedIn(provider, person);
    expect((await visitor.send(`${consolePaths.sessions}/end-others`)).status).toBe(303);
  };
  const setPassword = async () => {
    const token = await part(PasswordLinks).create(user.id, 60);
    const password = 'seven quiet lanterns drift';
    const fields = { token, password, repeated: password };
    expect((await new Browser(provider).submit(`${issuer}/new-password`, fields)).status).toBe(303);
    person.password = password;
  };
  const causes = [
    { cause: 'the operator ends all', end: signOutEverywhere },
    { cause: 'the user ends all others in the console', end: endOthersInConsole },
    { cause: 'the password is set anew', end: setPassword },
  ];

  it.each(causes)(
    'POST /auth/connect/endsession/confirm 303 by nobody, held open across a sign-in: $cause, and everything has ended',
    async ({ end }) => {
      await nobodys();
      const held = await holdSignOut({ xsrf: 'guessed', logout: 'yes' });
      const tokens = await signedIn();
      const answer = await held.release();
      expect(answer.status).toBe(303);
      expect(answer.cookies.filter((line) => line.startsWith('session'))).toEqual([]);
      expect(await isSignedIn()).toBe(true);
      const [session] = await provider.query<{ userId: string }>(
        'SELECT user_id AS "userId" FROM sessions WHERE sid = $1',
        [sidOf(tokens)],
      );
      expect(session?.userId).toBe(user.id);

      await end();
      await expectEnded(tokens);
      expect(await isSignedIn()).toBe(false);
    },
  );

  it('POST /auth/connect/endsession/confirm 303, held open across a sign-in: it ends only what nobody was signed in to', async () => {
    await nobodys();
    const held = await holdSignOut({ xsrf: 'a-secret', logout: 'yes' });
    const tokens = await signedIn();
    expect((await held.release()).status).toBeLessThan(400);
    expect(await isSignedIn()).toBe(true);
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
  });

  it('POST /auth/connect/endsession/confirm 400, held open across prompt=login: the cookie before it stays worthless', async () => {
    await signedIn();
    const before = { session: browser.cookie('session'), header: cookieHeader() };
    const held = await holdSignOut({ xsrf: 'guessed', logout: 'yes' });
    await signIn(browser, authorizationUrl({ prompt: 'login' }), person);
    expect(browser.cookie('session')).not.toBe(before.session);
    const answer = await held.release();
    expect(answer.cookies.filter((line) => line.startsWith('session'))).toEqual([]);
    expect(await isSignedIn()).toBe(true);
    const old = await provider.fetch(authorizationUrl({ prompt: 'none' }), {
      headers: { cookie: before.header, accept: 'text/html' },
    });
    expect(locationOf(old)?.searchParams.get('error')).toBe('login_required');
    // Nor does the answer to it, which comes late, take from the browser what it has been given since.
    expect(old.headers.getSetCookie().filter((line) => line.startsWith('session'))).toEqual([]);
  });

  it('303: a browser whose session has ended signs in again, on a page that it began with the old cookie', async () => {
    await signedIn();
    const before = browser.cookie('session');
    expect(browser.cookie('session-state')).toBeDefined();
    await signOutEverywhere();
    expect(await isSignedIn()).toBe(false);
    // So the check-session frame hears of it by the first application that asks.
    expect(browser.cookie('session-state')).toBeUndefined();
    await signedIn();
    expect(browser.cookie('session')).not.toBe(before);
    expect(await isSignedIn()).toBe(true);
  });

  it('POST /auth/connect/endsession/confirm, held open while one of very many sessions expires: it stays so', async () => {
    const tokens = await signedIn();
    const held = await holdSignOut({ xsrf: 'guessed', logout: 'yes' });
    // A hundred come before it, which end one by one: spaces sort first in ICU and C, unlike `-` and `_`.
    await provider.query(
      `INSERT INTO sessions (sid, id_sha256, user_id, payload, expires_at)
       SELECT lpad(n::text, 21, ' '), sha256(n::text::bytea), $1, '{}', now() + interval '1 day'
       FROM generate_series(1, 100) AS n`,
      [user.id],
    );
    await signOutEverywhere();
    await held.release();
    const [session] = await provider.query(
      'SELECT ended_at IS NULL AS waits, expires_at < now() AS expired FROM sessions WHERE sid = $1',
      [sidOf(tokens)],
    );
    expect(session).toEqual({ waits: true, expired: true });
    expect(await isSignedIn()).toBe(false);
    await part(ExpiredSessions).endAll();
    await expectEnded(tokens);
  });

  it('303: two tabs sign in to two clients at once: the session keeps both', async () => {
    const sid = sidOf(await signedIn());
    const { challenge } = pkce();
    const spa = { client_id: 'demo-spa', redirect_uri: 'http://localhost:9092/callback' };
    const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
    const answers = await behind(`SELECT 1 FROM sessions WHERE sid = '${sid}' FOR UPDATE`, 2, () =>
      Promise.all([
        browser.open(authorizationUrl({ prompt: 'none' }, secondClient)),
        browser.open(authorizationUrl({ prompt: 'none', ...proof }, spa)),
      ]),
    );
    expect(answers.map((answer) => locationOf(answer)?.searchParams.has('code'))).toEqual([true, true]);
    const [session] = await provider.query<{ payload: { authorizations: object } }>(
      'SELECT payload FROM sessions WHERE sid = $1',
      [sid],
    );
    const clients = Object.keys(session?.payload.authorizations ?? {}).sort();
    expect(clients).toEqual(['demo-second', 'demo-spa', 'demo-web']);
  });

  it('303: two tabs sign in at once, as one user: both get a code, in one session that ends as one', async () => {
    await nobodys();
    const pages = [
      locationOf(await browser.open(authorizationUrl())) as URL,
      locationOf(await browser.open(authorizationUrl({}, secondClient))) as URL,
    ];
    const next = await Promise.all(
      pages.map(async (page) => locationOf(await browser.submit(page, person)) as URL),
    );
    const answers = await behind('LOCK TABLE sessions IN SHARE MODE', 2, () =>
      Promise.all(next.map((address) => browser.open(address))),
    );
    expect(answers.map((answer) => locationOf(answer)?.searchParams.has('code'))).toEqual([true, true]);
    const given = answers.filter((answer) =>
      answer.headers.getSetCookie().some((line) => line.startsWith('session=')),
    );
    expect(given).toHaveLength(1);
    expect(await isSignedIn()).toBe(true);
  });

  it('303 login_required: two tabs sign in at once, as two users: one of them is signed in', async () => {
    await nobodys();
    const people = [person, { ...credentials, email: String(demoUsers[1]?.email) }];
    const next: URL[] = [];
    for (const person of people) {
      const page = locationOf(await browser.open(authorizationUrl())) as URL;
      next.push(locationOf(await browser.submit(page, person)) as URL);
    }
    const answers = await behind('LOCK TABLE sessions IN SHARE MODE', 2, () =>
      Promise.all(next.map((address) => browser.open(address))),
    );
    const results = answers.map((answer) => locationOf(answer)?.searchParams.get('error'));
    expect(results.sort()).toEqual(['login_required', null].sort());
    expect(await isSignedIn()).toBe(true);
  });

  it('a session whose row has lost its user ends with the others: its clients are told, its tokens are refused', async () => {
    const tokens = await signedIn();
    await provider.query(
      "UPDATE sessions SET user_id = NULL, payload = (payload::jsonb - 'accountId' - 'authorizations')::json WHERE sid = $1",
      [sidOf(tokens)],
    );
    await signOutEverywhere();
    await expectEnded(tokens);
  });

  it('a grant whose session is gone ends with the others', async () => {
    const tokens = await signedIn();
    await provider.query('DELETE FROM sessions WHERE sid = $1', [sidOf(tokens)]);
    await signOutEverywhere();
    await expectEnded(tokens, []);
  });
});
