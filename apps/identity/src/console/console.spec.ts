import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries, demoUsers } from '@safety/demo-data';
import { clientPath, consolePath, consolePaths, pageOfConsole } from '../paths/console.js';
import { Browser, locationOf } from '../testing/browser.js';
import { ConsoleBrowser } from '../testing/console-browser.js';
import {
  authorizationUrl,
  bodyOf,
  credentials,
  grantByPassword,
  passwordClient,
  refresh,
  signIn,
  tokensFor,
  user,
} from '../testing/flows.js';
import { startIdentityProcess } from '../testing/identity-process.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { storedAs } from '../testing/stored-as.js';
import { ConsoleSessions, type ConsoleTokens } from './console-sessions.js';

const employee = { email: 'employee@demo.example', password: credentials.password };

describe('console', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('no answer is worth a warning in the log: pages, forms, redirects and refusals', async () => {
    const service = await startIdentityProcess(provider);
    const browser = await ConsoleBrowser.signedIn(service);
    // They call services that are not there. The profile calls one, too, and is shown without it.
    const callers: readonly string[] = [consolePaths.companies, consolePaths.editProfile];
    const own = Object.values(consolePaths).filter((path) => !callers.includes(path));
    for (const path of own.filter((one) => pageOfConsole(one) === one))
      expect([path, (await browser.open(authUrl + path)).status]).toEqual([path, 200]);
    const refused = await browser.open(`${authUrl}${consolePaths.clients}/nobody`);
    const wrong = await browser.send(consolePaths.password, { password: 'short', repeated: 'short' });
    const sent = await browser.send(`${consolePaths.sessions}/end-others`);
    const left = await browser.send(consolePaths.signOut);
    expect([refused, wrong, sent, left].map(({ status }) => status)).toEqual([404, 422, 303, 303]);
    expect([await service.end('SIGTERM'), service.complaints]).toEqual([0, []]);
  });

  describe('signing in', () => {
    it('303: who is not signed in comes to the sign-in, with PKCE, state and nonce, and then to the page', async () => {
      const browser = new ConsoleBrowser(provider);
      const page = await browser.open(`${authUrl}${consolePaths.sessions}`);
      expect([page.status, locationOf(page)?.pathname]).toEqual([303, consolePaths.signIn]);
      const begun = await browser.open(locationOf(page) as URL);
      const authorize = locationOf(begun) as URL;
      expect(authorize.href.startsWith(`${issuer}/connect/authorize?`)).toBe(true);
      expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
        client_id: 'identity-console',
        response_type: 'code',
        scope: 'openid offline_access resources_accounts_api resources_business_api.read',
        code_challenge_method: 'S256',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      const end = await browser.follow(await signIn(browser, authorize));
      expect([end.status, await end.text()]).toEqual([200, expect.stringContaining('<h1>Sessions</h1>')]);
    });

    it('the session cookie is a random id, for this browser alone; the database knows its digest', async () => {
      const browser = new ConsoleBrowser(provider);
      const first = await browser.open(`${authUrl}${consolePaths.signIn}`);
      await signIn(browser, locationOf(first) as URL);
      expect(browser.cookie('console')).toMatch(/^[\w-]{43}$/);
      expect(await storedAs(provider, browser.cookie('console'), 'console_sessions')).toBe('digest');
    });

    it.each([
      'https://evil.example/',
      '//evil.example',
      '/auth/consolex',
      '/api/courses',
      '/auth/console/callback',
      '/auth/console/../connect/endsession',
      `${consolePaths.sessions}?${'x'.repeat(512)}`,
    ])('never leads to %s', async (to) => {
      const browser = new ConsoleBrowser(provider);
      const begun = await browser.open(`${authUrl}${consolePaths.signIn}?${new URLSearchParams({ to })}`);
      const end = await browser.follow(await signIn(browser, locationOf(begun) as URL));
      expect(await end.text()).toContain('<h1>Profile</h1>');
    });

    it('400: an answer of another browser, of no sign-in, with an error, or taken twice; none makes a session', async () => {
      const browser = new ConsoleBrowser(provider);
      const begun = await browser.open(`${authUrl}${consolePaths.signIn}`);
      const state = locationOf(begun)?.searchParams.get('state');
      const callback = `${authUrl}${consolePaths.callback}`;
      const stranger = new Browser(provider);
      await stranger.open(`${authUrl}${consolePaths.signIn}`);
      const other = async (query: string) => {
        const page = locationOf(await browser.open(`${authUrl}${consolePaths.signIn}`));
        return `?state=${page?.searchParams.get('state')}&${query}`;
      };
      const iss = `iss=${encodeURIComponent(issuer)}`;
      for (const [who, query] of [
        [browser, await other('code=x')],
        [browser, await other('code=x&iss=https://other.example')],
        [browser, await other(`code=x&${iss}&${iss}`)],
        [browser, await other(`code=x&code=y&${iss}`)],
        [browser, await other(iss)],
        [browser, await other(`code=x&response=y&${iss}`)],
        [stranger, `?code=x&state=${state}&iss=${encodeURIComponent(issuer)}`],
        [browser, '?code=x&state=unknown'],
        [browser, ''],
        [browser, `?code=wrong&state=${state}&iss=${encodeURIComponent(issuer)}`],
        [browser, `?code=wrong&state=${state}&iss=${encodeURIComponent(issuer)}`],
        [browser, `?error=access_denied&state=${state}`],
      ] as const) {
        const answer = await who.open(callback + query);
        expect([query, answer.status, who.cookie('console')]).toEqual([query, 400, undefined]);
        expect(await answer.text()).toContain('Sign in again');
      }
    });

    it('with https: by __Host- cookies, and without leaving the process for the token', async () => {
      const secure = await provider.addReplica({ AUTH_URL: 'https://auth.example' });
      const browser = new Browser(secure, { 'x-forwarded-proto': 'https' });
      let response = await browser.open(consolePath);
      for (let hop = 0; locationOf(response) && hop < 20; hop++) {
        const { pathname, search } = locationOf(response) as URL;
        response = await browser.open(pathname + search);
        if (response.status === 200 && pathname.startsWith('/auth/sign-in/'))
          response = await browser.submit(pathname, credentials);
      }
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('<h1>Profile</h1>'),
      ]);
      expect(browser.cookie('__Host-console')).toMatch(/^[\w-]{43}$/);
      const begun = await secure.fetch(consolePaths.signIn);
      expect(begun.headers.getSetCookie().join()).toMatch(
        /^__Host-console-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
      // The next start of the others registers their address again.
      await provider.query("UPDATE clients SET redirect_uris = ARRAY[$1] WHERE id = 'identity-console'", [
        authUrl + consolePaths.callback,
      ]);
    });
  });

  describe('the session', () => {
    it('ends when the user signs out at any client', async () => {
      const browser = await ConsoleBrowser.signedIn(provider);
      const { id_token } = await tokensFor(provider, browser);
      await browser.follow(await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`));
      expect((await browser.open(`${authUrl}${consolePath}`)).status).toBe(303);
    });

    it('POST /sign-out ends it and the session at the provider, without asking again', async () => {
      const browser = await ConsoleBrowser.signedIn(provider);
      const page = await browser.sendAndFollow(consolePaths.signOut);
      expect(page).toContain('You are signed out');
      expect(browser.cookie('console')).toBeUndefined();
      expect((await browser.open(authUrl + consolePath)).status).toBe(303);
      expect(locationOf(await browser.open(authorizationUrl()))?.pathname).toMatch(/^\/auth\/sign-in\//);
    });

    it.each<[string, (browser: ConsoleBrowser) => Promise<unknown>]>([
      [
        'its time is over, since the page is old',
        () => provider.query("UPDATE console_sessions SET expires_at = now() - interval '1 second'"),
      ],
      ['the first of two clicks ended it', (browser) => browser.send(consolePaths.signOut)],
    ])(
      'POST /sign-out 303 without it, as %s: to the provider, which asks and ends its own',
      async (_, end) => {
        const browser = await ConsoleBrowser.signedIn(provider);
        const [csrf, cookie] = [await browser.csrf(), `console=${browser.cookie('console')}`];
        await end(browser);
        const init = { method: 'POST', body: new URLSearchParams({ csrf }), headers: { cookie } };
        const answer = await provider.fetch(authUrl + consolePaths.signOut, init);
        expect([answer.status, locationOf(answer)?.href]).toEqual([303, `${issuer}/connect/endsession`]);
        const question = await (await browser.follow(answer)).text();
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(question)?.[1] ?? '';
        const confirmed = await browser.submit(`${issuer}/connect/endsession/confirm`, {
          xsrf,
          logout: 'yes',
        });
        expect(await (await browser.follow(confirmed)).text()).toContain('You are signed out');
        expect(locationOf(await browser.open(authorizationUrl()))?.pathname).toMatch(/^\/auth\/sign-in\//);
      },
    );

    it('POST /sign-out 403 without it: from another site', async () => {
      const answer = await new ConsoleBrowser(provider).open(authUrl + consolePaths.signOut, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect(answer.status).toBe(403);
    });

    it('ends with its time, and with a disabled user', async () => {
      const browser = await ConsoleBrowser.signedIn(provider, employee);
      const disable = (disabled: boolean) =>
        provider.query('UPDATE users SET disabled = $2 WHERE email = $1', [employee.email, disabled]);
      await disable(true);
      expect((await browser.open(`${authUrl}${consolePath}`)).status).toBe(303);
      await disable(false);
      expect((await browser.open(`${authUrl}${consolePath}`)).status).toBe(200);
      await provider.query("UPDATE console_sessions SET expires_at = now() - interval '1 second'");
      expect((await browser.open(`${authUrl}${consolePath}`)).status).toBe(303);
    });

    it('works at every process', async () => {
      const browser = await ConsoleBrowser.signedIn(provider);
      const other = await provider.addReplica();
      expect((await browser.open(`${authUrl}${consolePath}`, {}, other)).status).toBe(200);
    });
  });

  describe('forms', () => {
    const send = async (browser: ConsoleBrowser, body: Record<string, string>, headers = {}) =>
      browser.open(`${authUrl}${consolePaths.sessions}/end-others`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers,
      });

    it('403: without the token, with a wrong one, with one of another session, from another site', async () => {
      const browser = await ConsoleBrowser.signedIn(provider);
      const other = await ConsoleBrowser.signedIn(provider);
      const csrf = await browser.csrf();
      expect(csrf).not.toBe('');
      const statuses = [
        await send(browser, {}),
        await send(browser, { csrf: 'x' }),
        await send(browser, { csrf: await other.csrf() }),
        await send(browser, { csrf }, { 'sec-fetch-site': 'cross-site' }),
        await send(browser, { csrf }, { origin: 'https://evil.example' }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([403, 403, 403, 403, 403]);
      expect((await other.open(`${authUrl}${consolePath}`)).status).toBe(200);
    });

    it('303: opened before the user proved again who they are; 403 for the next user of the browser', async () => {
      const browser = await ConsoleBrowser.signedIn(provider);
      const [csrf, cookie] = [await browser.csrf(), browser.cookie('console')];
      const again = async (form: Record<string, string>) => {
        await provider.query("UPDATE console_sessions SET authenticated_at = now() - interval '11 minutes'");
        return (await browser.signInAt(consolePaths.newClient, form)).status;
      };
      expect(await again(credentials)).toBe(200);
      expect(browser.cookie('console')).not.toBe(cookie);
      const sessions = provider.app.get(ConsoleSessions, { strict: false });
      const id = browser.cookie('console') ?? '';
      const { accessToken, expiresAt, refreshToken } = (await sessions.tokensOf(id)) as ConsoleTokens;
      await sessions.keepTokens(id, { accessToken, expiresAt, refreshToken });
      expect((await send(browser, { csrf })).status).toBe(303);
      expect((await send(browser, { csrf: await browser.csrf() })).status).toBe(303);
      const init = { headers: { cookie: `console=${cookie}` } };
      expect((await provider.fetch(authUrl + consolePath, init)).status).toBe(303);
      await browser.sendAndFollow(consolePaths.signOut);
      await browser.signInAt(consolePath, employee);
      expect(await browser.text(consolePath)).toContain(employee.email);
      expect((await send(browser, { csrf })).status).toBe(403);
    });

    it.each([
      ['a form', consolePaths.password, consolePaths.password],
      ['a button', `${consolePaths.sessions}/end-others`, consolePaths.sessions],
      ['a button of one row', `${clientPath('any')}/enable`, clientPath('any')],
      ['what is no page', `${clientPath('any')}/enable/?to=//evil.example`, clientPath('any')],
    ])(
      '303 to the sign-in and the page of %s, since the session has ended meanwhile',
      async (_, path, page) => {
        const answer = await new ConsoleBrowser(provider).send(path);
        const { pathname, searchParams } = locationOf(answer) as URL;
        const to = `${page}?done=nothingSaved`;
        expect([answer.status, pathname, searchParams.get('to')]).toEqual([303, consolePaths.signIn, to]);
      },
    );

    it('303 to the sign-in, and then the form, which says that nothing was saved', async () => {
      const browser = await ConsoleBrowser.signedIn(provider);
      await browser.csrf();
      await provider.query("UPDATE console_sessions SET expires_at = now() - interval '1 second'");
      const page = await browser.sendAndFollow(consolePaths.password, { password: 'x', repeated: 'x' });
      expect(page).toContain('<h1>Change password</h1>');
      expect(page).toContain('Nothing was saved: you had to sign in again first.');
    });
  });

  it('what was done is said in the session that did it alone, and by no link that others make', async () => {
    const browser = await ConsoleBrowser.signedIn(provider);
    const saysSo = async (page: Response): Promise<boolean> =>
      (await page.text()).includes('All other sessions have ended.');
    const done = await browser.send(`${consolePaths.sessions}/end-others`);
    const address = locationOf(done) as URL;
    expect(await saysSo(await browser.open(address))).toBe(true);
    const proof = address.searchParams.get('proof') ?? '';
    for (const query of ['done=sessionsEnded', `done=sessionsEnded&proof=x${proof}`, `done=x&proof=${proof}`])
      expect([query, await saysSo(await browser.open(`${authUrl}${address.pathname}?${query}`))]).toEqual([
        query,
        false,
      ]);

    const next = new ConsoleBrowser(provider);
    const signedIn = await next.signInAt(address.pathname + address.search);
    expect([signedIn.status, await saysSo(signedIn)]).toEqual([200, false]);
    expect(await saysSo(await next.open(address))).toBe(false);
    await provider.query("UPDATE console_sessions SET expires_at = now() - interval '1 second'");
    const begun = locationOf(await browser.open(`${address.href}&ui_locales=nl`)) as URL;
    const answer = await browser.open(locationOf(await browser.open(begun)) as URL);
    expect(locationOf(await browser.open(locationOf(answer) as URL))?.href).toBe(
      `${authUrl}${address.pathname}?ui_locales=nl`,
    );
  });

  it('GET /auth/console 200: who the user is, with the headers of every page', async () => {
    const browser = await ConsoleBrowser.signedIn(provider);
    const response = await browser.open(`${authUrl}${consolePath}`);
    const page = await response.text();
    expect(page).toContain(`<dd>${user.email}</dd>`);
    expect(page).toContain(`<dd>${user.givenName} ${user.familyName}</dd>`);
    // Accounts, which owns them, is not there.
    expect(page).toContain('Language and time zone cannot be shown at the moment.');
    expect((await browser.open(authUrl + consolePaths.editProfile)).status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
  });

  it('GET 200: a link to the companies, also for who belongs to a suspended one alone', async () => {
    const browser = await ConsoleBrowser.signedIn(provider, employee);
    const suspend = (suspended: boolean) =>
      provider.query(
        `INSERT INTO suspended_companies (company_id, version, suspended) VALUES ($1, 1, $2)
         ON CONFLICT (company_id) DO UPDATE SET suspended = excluded.suspended`,
        [demoQuarries.id, suspended],
      );
    await suspend(true);
    expect(await browser.text(consolePath)).toContain(`href="${consolePaths.companies}"`);
    await suspend(false);
  });

  it('a language that was chosen stays', async () => {
    const browser = await ConsoleBrowser.signedIn(provider);
    expect(await browser.text(`${consolePath}?ui_locales=nl`)).toContain('<h1>Profiel</h1>');
    expect(await browser.text(consolePaths.sessions)).toContain('<h1>Sessies</h1>');
  });

  it('a language that was chosen on the sign-in page stays', async () => {
    const browser = new ConsoleBrowser(provider);
    const begun = await browser.open(`${authUrl}${consolePaths.signIn}`);
    const page = locationOf(await browser.open(locationOf(begun) as URL)) as URL;
    const proven = await browser.submit(`${page.href}?ui_locales=kk`, credentials);
    await browser.follow(await browser.open(locationOf(proven) as URL));
    for (const path of [consolePath, consolePaths.sessions])
      expect(await browser.text(path)).toContain('<html lang="kk">');
  });

  it('the language of the user counts where no other one was chosen; without one that of the browser', async () => {
    const browser = await ConsoleBrowser.signedIn(provider);
    const languageIn = async (path: string = consolePath) =>
      /<html lang="(\w+)">/.exec(await browser.text(path))?.[1];
    const [browsers, own, chosen] = [
      await languageIn(),
      await provider
        .query("UPDATE users SET locale = 'kk' WHERE id = $1", [user.id])
        .then(() => languageIn()),
      await languageIn(`${consolePath}?ui_locales=nl`),
    ];
    expect([browsers, own, chosen, await languageIn()]).toEqual(['en', 'kk', 'nl', 'nl']);
    // The next sign-in has it from the beginning.
    const next = await ConsoleBrowser.signedIn(provider);
    expect(await next.text(consolePath)).toContain('<html lang="kk">');
    await provider.query('UPDATE users SET locale = NULL');
  });

  it('404 within the console for what is not there', async () => {
    const browser = await ConsoleBrowser.signedIn(provider);
    for (const sid of ['unknown', '', '\u0000', 'x'.repeat(65)])
      expect((await browser.send(`${consolePaths.sessions}/end`, { sid })).status).toBe(404);
    const sent = await browser.send(`${consolePaths.sessions}/end`);
    expect([sent.status, await sent.text()]).toEqual([
      404,
      expect.stringContaining('This is not there any more.'),
    ]);
    const nowhere = await browser.send(`${consolePath}/nope`);
    expect(await nowhere.text()).toContain('There is no page at this address.');
  });

  it.each([
    ['404', '/nope', {}],
    ['404', '/nope/deeper?a=b', {}],
    ['405', '/sign-out', {}],
    ['415', '/password', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  ])('%s within the console, in its language: %s', async (status, path, init) => {
    const browser = await ConsoleBrowser.signedIn(provider);
    await browser.open(`${authUrl}${consolePath}?ui_locales=nl`);
    const answer = await browser.open(authUrl + consolePath + path, init);
    const page = await answer.text();
    expect([answer.status, /<nav class="console"/.test(page)]).toEqual([Number(status), true]);
    expect(page).toContain('<html lang="nl">');
    expect(page).toContain('<p lang="en"><code>');
    expect(page).toContain(`href="${consolePaths.sessions}"`);
  });

  describe('sessions', () => {
    const manager = { email: String(demoUsers[1]?.email), password: credentials.password };
    const sidOf = async (browser: ConsoleBrowser): Promise<string> => {
      const page = await browser.text(consolePaths.sessions);
      const sids = [...page.matchAll(/name="sid" value="([\w-]+)"/g)].map(([, sid]) => sid);
      return String(sids[0]);
    };

    it('GET 200: each with device, address, first and last visit, and its applications', async () => {
      const browser = await ConsoleBrowser.signedIn(provider, manager);
      await tokensFor(provider, browser);
      const page = await browser.text(consolePaths.sessions);
      expect(page).toContain('Firefox on Linux');
      expect(page).toContain('127.0.0.1');
      expect(page).toContain('this browser');
      expect(page).toContain('Demo web application');
      expect(page).not.toContain('/end"');
    });

    it('a visit of the console counts as seen', async () => {
      const browser = await ConsoleBrowser.signedIn(provider, manager);
      const age = "last_seen_at < now() - interval '1 minute'";
      await provider.query("UPDATE sessions SET last_seen_at = now() - interval '1 hour'");
      await browser.text(consolePath);
      const rows = await provider.query(
        `SELECT 1 FROM sessions JOIN users ON users.id = user_id WHERE email = $1 AND NOT ${age}`,
        [manager.email],
      );
      expect(rows).toHaveLength(1);
    });

    it('POST /end 303: the other browser is signed out; this one goes on', async () => {
      const [browser, other] = [
        await ConsoleBrowser.signedIn(provider, manager),
        await ConsoleBrowser.signedIn(provider, manager),
      ];
      const others = (await browser.text(consolePaths.sessions)).match(/\/end"/g)?.length ?? 0;
      const sid = await sidOf(browser);
      // Addresses are logged, and ids of sessions are not.
      expect(await browser.text(consolePaths.sessions)).not.toContain(`/${sid}`);
      const page = await browser.sendAndFollow(`${consolePaths.sessions}/end`, { sid });
      expect(page).toContain('The session has ended.');
      expect((await browser.text(consolePaths.sessions)).match(/\/end"/g)?.length ?? 0).toBe(others - 1);
      expect((await other.open(`${authUrl}${consolePath}`)).status).toBe(303);
      // As on a page from before, where the session is shown.
      expect(await browser.sendAndFollow(`${consolePaths.sessions}/end`, { sid })).toContain(
        'The session has ended.',
      );
    });

    it('POST /end 303 twice, by a double click: the session has ended', async () => {
      await ConsoleBrowser.signedIn(provider, manager);
      const browser = await ConsoleBrowser.signedIn(provider, manager);
      const form = { sid: await sidOf(browser), submission: 'clicked twice' };
      for (let click = 0; click < 2; click++)
        expect(await browser.sendAndFollow(`${consolePaths.sessions}/end`, form)).toContain(
          'The session has ended.',
        );
    });

    it('POST /end 429: the same form failed five times; sent from a new page it is heard', async () => {
      const browser = await ConsoleBrowser.signedIn(provider, manager);
      const send = (submission: string) =>
        browser.send(`${consolePaths.sessions}/end`, { sid: 'nobody', submission });
      for (let time = 1; time <= 5; time++) expect((await send('sent in vain')).status).toBe(404);
      const refused = await send('sent in vain');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800']);
      expect(await refused.text()).toContain('Open its page again and repeat what you did.');
      expect((await send('of a new page')).status).toBe(404);
    });

    it('POST /end 404: a session of another user, which goes on', async () => {
      const theirs = await ConsoleBrowser.signedIn(provider, employee);
      const [row] = await provider.query<{ sid: string }>(
        'SELECT sid FROM sessions JOIN users ON users.id = user_id WHERE email = $1 AND ended_at IS NULL',
        [employee.email],
      );
      const browser = await ConsoleBrowser.signedIn(provider);
      expect((await browser.send(`${consolePaths.sessions}/end`, { sid: String(row?.sid) })).status).toBe(
        404,
      );
      expect((await theirs.open(`${authUrl}${consolePath}`)).status).toBe(200);
    });

    it('GET 200, signed in more than 100 times: the newest with this one, and how to end the rest', async () => {
      const browser = await ConsoleBrowser.signedIn(provider, manager);
      await browser.sendAndFollow(`${consolePaths.sessions}/end-others`);
      const add = (most: number) =>
        provider.query(
          `INSERT INTO sessions (sid, id_sha256, user_id, payload, expires_at, last_seen_at)
           SELECT 'many-' || n, sha256(n::text::bytea), id, '{}', now() + interval '1 day', now() + make_interval(mins => n)
           FROM users, generate_series(1, $2) AS n WHERE email = $1 ON CONFLICT DO NOTHING`,
          [manager.email, most],
        );
      const shown = async () => {
        const page = await browser.text(consolePaths.sessions);
        expect(page).toContain('this browser');
        const sids = [...page.matchAll(/name="sid" value="([\w-]+)"/g)].map(([, sid]) => sid);
        return [sids.at(0), sids.at(-1), page.includes('There are more than these 100.')];
      };
      await add(99);
      expect(await shown()).toEqual(['many-99', 'many-1', false]);
      await add(100);
      expect(await shown()).toEqual(['many-100', 'many-2', true]);
      const page = await browser.sendAndFollow(`${consolePaths.sessions}/end-others`);
      expect(page).toContain('You are signed in nowhere else.');
    });

    it('GET 200, and access without a session: how to end it; then nothing is left elsewhere', async () => {
      const browser = await ConsoleBrowser.signedIn(provider, manager);
      const isOffered = async (): Promise<[endOthers: boolean, nowhereElse: boolean]> => {
        const page = await browser.text(consolePaths.sessions);
        return [page.includes('/end-others"'), page.includes('You are signed in nowhere else.')];
      };
      await browser.send(`${consolePaths.sessions}/end-others`);
      expect(await isOffered()).toEqual([false, true]);
      const { refresh_token: token } = await bodyOf(grantByPassword(provider, { username: manager.email }));
      expect(await isOffered()).toEqual([true, false]);
      await browser.send(`${consolePaths.sessions}/end-others`);
      expect((await refresh(provider, token, passwordClient)).status).toBe(400);
      expect(await isOffered()).toEqual([false, true]);
    });

    it('POST /end-others 303: only this browser stays signed in', async () => {
      const [browser, other] = [
        await ConsoleBrowser.signedIn(provider, manager),
        await ConsoleBrowser.signedIn(provider, manager),
      ];
      const page = await browser.sendAndFollow(`${consolePaths.sessions}/end-others`);
      expect(page).toContain('All other sessions have ended.');
      expect((await other.open(`${authUrl}${consolePath}`)).status).toBe(303);
    });
  });
});
