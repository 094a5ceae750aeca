import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Listener, listen } from '@safety/testing';
import { consolePath, consolePaths } from '../../paths/console.js';
import { locationOf } from '../../testing/browser.js';
import { ConsoleBrowser } from '../../testing/console-browser.js';
import { authUrl, type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { ConsoleSessions, type ConsoleTokens } from '../console-sessions.js';
import { ConsoleAccess } from '../sign-in/console-access.js';

describe('console: access to the APIs', () => {
  let accounts: Listener;
  let answers: { status: number; body: object } = { status: 503, body: {} };
  let asked: (string | undefined)[] = [];
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    accounts = await listen((request, response) => {
      asked.push(request.headers.authorization);
      const type = 'application/problem+json';
      response.writeHead(answers.status, { 'content-type': type }).end(JSON.stringify(answers.body));
    });
    provider = await startIdentity({ ACCOUNTS_URL: accounts.url });
  });
  afterAll(async () => {
    await provider.close();
    await accounts.close();
  });

  const session = async () => {
    const browser = await ConsoleBrowser.signedIn(provider);
    const id = browser.cookie('console') ?? '';
    const sessions = provider.app.get(ConsoleSessions, { strict: false });
    const access = provider.app.get(ConsoleAccess, { strict: false });
    const tokens = (await sessions.tokensOf(id)) as ConsoleTokens;
    const expire = () =>
      sessions.keepTokens(id, { ...tokens, expiresAt: Math.floor(Date.now() / 1000) + 59 });
    return { browser, id, tokens, expire, tokenNow: () => access.tokenOf({ id }) };
  };
  const answer = (status: number, body: object): void => {
    answers = { status, body };
    asked = [];
  };

  it('one token serves until a minute before it expires, then another; two tabs may ask at once', async () => {
    const { tokens, expire, tokenNow } = await session();
    expect(await tokenNow()).toBe(tokens.accessToken);
    await expire();
    const [one, other] = await Promise.all([tokenNow(), tokenNow()]);
    expect([one, other]).not.toContain(undefined);
    expect(one).not.toBe(tokens.accessToken);
    await expect(tokenNow()).resolves.toEqual(expect.any(String));
  });

  it('the database alone holds no token', async () => {
    const { tokens } = await session();
    const rows = await provider.query<{ tokens: Buffer }>('SELECT tokens FROM console_sessions');
    for (const row of rows) expect(row.tokens.toString('latin1')).not.toContain(tokens.refreshToken);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('GET 303 to a sign-in that asks nothing: a session without tokens, or whose grant has ended', async () => {
    const { browser, expire } = await session();
    await expire();
    await provider.query("DELETE FROM grants WHERE client_id = 'identity-console'");
    for (const spoil of ['SELECT 1', 'UPDATE console_sessions SET tokens = NULL']) {
      await provider.query(spoil);
      const next = locationOf(await browser.open(authUrl + consolePaths.companies));
      expect([next?.pathname, next?.searchParams.has('fresh')]).toEqual([consolePaths.signIn, false]);
    }
  });

  it('GET 303 to a sign-in with the password: a token that the service refuses', async () => {
    const { browser, tokens } = await session();
    answer(401, { code: 'token-invalid' });
    const next = locationOf(await browser.open(authUrl + consolePaths.companies));
    expect([next?.pathname, next?.searchParams.has('fresh')]).toEqual([consolePaths.signIn, true]);
    expect(asked).toEqual([`Bearer ${tokens.accessToken}`]);
  });

  it.each([
    [500, { code: 'internal-error' }, 503],
    [503, {}, 503],
    [429, { code: 'rate-limited' }, 429],
  ])(
    'GET: the service answers %i; the page says so within the console, and the others go on',
    async (status, body, shown) => {
      const { browser } = await session();
      answer(status, body);
      const page = await browser.open(authUrl + consolePaths.companies);
      expect([page.status, await page.text()]).toEqual([
        shown,
        expect.stringContaining('<nav class="console"'),
      ]);
      expect((await browser.open(authUrl + consolePath)).status).toBe(200);
    },
  );
});
