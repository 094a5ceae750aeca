import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { eventually, type Listener, listen } from '@safety/testing';
import { Redis } from 'ioredis';
import { decodeJwt } from 'jose';
import { operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { Browser, locationOf } from '../testing/browser.js';
import { registerEs256Client } from '../testing/es256-client.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  credentials,
  redeem,
  refresh,
  secondClient,
  signIn,
  type Tokens,
  tokensAndCode,
  tokensFor,
  webClient,
} from '../testing/flows.js';
import { idTokenSigner } from '../testing/id-token-signer.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from '../testing/logout-receiver.js';
import { until } from '../testing/until.js';

const endSession = (parameters: Record<string, string> = {}): URL => {
  const url = new URL(`${issuer}/connect/endsession`);
  url.search = new URLSearchParams(parameters).toString();
  return url;
};
const sidOf = ({ id_token }: Tokens): string => String(decodeJwt(id_token)['sid']);

describe('single logout', () => {
  let provider: IdentityUnderTest;
  let web: LogoutReceiver;
  let second: LogoutReceiver;
  /** Takes connections and never answers. */
  let silent: Listener;
  let hanging = 0;
  let browser: Browser;

  beforeAll(async () => {
    silent = await listen(() => {
      hanging += 1;
    });
    [web, second] = await Promise.all([startLogoutReceiver(), startLogoutReceiver()]);
    provider = await startIdentity({
      LOGOUT_ALLOWED_HOSTS: [web.host, second.host, new URL(silent.url).host].join(),
    });
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-web'", [web.uri]);
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-second'", [second.uri]);
    await provider.query(
      "UPDATE clients SET post_logout_redirect_uris = '{http://localhost:9090/bye}' WHERE id = 'demo-web'",
    );
  });
  beforeEach(() => {
    web.status = 200;
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await silent.close();
    await provider.close();
    await Promise.all([web.close(), second.close()]);
  });

  const isSignedIn = async (): Promise<boolean> => {
    const answer = locationOf(await browser.open(authorizationUrl({ prompt: 'none' })));
    return answer?.searchParams.has('code') ?? false;
  };

  it('GET /auth/connect/endsession 303: with the hint of this session it ends at once, everywhere', async () => {
    const tokens = await tokensFor(provider, browser);
    await tokensFor(provider, browser, secondClient);
    const told = Promise.all([web.nextCall(), second.nextCall()]);
    const response = await browser.open(endSession({ id_token_hint: tokens.id_token }));
    expect([response.status, locationOf(response)?.href]).toEqual([
      303,
      `${issuer}/connect/endsession/success`,
    ]);

    for (const query of await told) expect(query.get('sid')).toBe(sidOf(tokens));
    expect(await isSignedIn()).toBe(false);
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400);
    const userinfo = await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
    const page = await (await browser.follow(response)).text();
    expect(page).toContain('You are signed out');
  });

  it('the Logout Uri keeps its own query, and sid is added to it', async () => {
    const tokens = await tokensFor(provider, browser);
    const call = web.nextCall();
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    expect((await call).toString()).toBe(`kept=1&sid=${sidOf(tokens)}`);
  });

  it('GET /internal/revocations/pages 200: the gateway learns of the session', async () => {
    const tokens = await tokensFor(provider, browser);
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    const response = await provider.fetch('/internal/revocations/pages');
    const { revocations } = (await response.json()) as { revocations: object[] };
    expect(revocations).toContainEqual({
      sid: sidOf(tokens),
      issuedBefore: expect.any(Number),
      until: expect.any(Number),
    });
    const until = Number(revocations.map((revocation) => (revocation as { until: number }).until).at(-1));
    expect(until).toBeGreaterThan(Number(decodeJwt(tokens.access_token).exp));
    const messages = await provider.query("SELECT 1 FROM outbox WHERE envelope->'payload'->>'sid' = $1", [
      sidOf(tokens),
    ]);
    expect(messages).toHaveLength(1);
  });

  it('200 signed in, 303 signed out: a state with U+0000', async () => {
    const { id_token } = await tokensFor(provider, browser);
    const state = '\u0000';
    expect((await browser.open(endSession({ state }))).status).toBe(200);
    expect((await browser.open(endSession({ state, id_token_hint: id_token }))).status).toBe(303);
    expect((await browser.open(endSession({ state }))).status).toBe(303);
  });

  it('200: without a hint it asks first, and ends after the answer', async () => {
    const tokens = await tokensFor(provider, browser);
    const question = await browser.open(endSession());
    const page = await question.text();
    expect(question.status).toBe(200);
    expect(page).toContain('Do you want to sign out?');
    expect(page).toContain('href="/auth/console">Stay signed in</a>');
    expect(await isSignedIn()).toBe(true);

    const again = await (await browser.open(endSession())).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(again)?.[1] ?? '';
    const call = web.nextCall();
    const answer = await browser.submit(`${issuer}/connect/endsession/confirm`, { xsrf, logout: 'yes' });
    expect(answer.status).toBe(303);
    expect((await call).get('sid')).toBe(sidOf(tokens));
    expect(await isSignedIn()).toBe(false);
  });

  it('ui_locales of the request counts up to the last page: at once, after the question, and signed out', async () => {
    const signedOut = async (response: Response): Promise<string> => (await browser.follow(response)).text();
    const { id_token } = await tokensFor(provider, browser);
    const atOnce = await browser.open(endSession({ id_token_hint: id_token, ui_locales: 'nl' }));
    const page = await signedOut(atOnce);
    expect(page).toContain('U bent uitgelogd');
    expect(page).toContain('href="/auth/console?ui_locales=nl">Inloggen</a>');

    await tokensFor(provider, browser);
    const question = await (await browser.open(endSession({ ui_locales: 'ru' }))).text();
    expect(question).toContain('href="/auth/console?ui_locales=ru">Остаться в системе</a>');
    const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="([^"]+)"/s.exec(question) ?? [];
    const confirmed = await browser.submit(action, { xsrf, logout: 'yes' });
    expect(locationOf(confirmed)?.href).toBe(`${issuer}/connect/endsession/success?ui_locales=ru`);
    expect(await signedOut(confirmed)).toContain('<html lang="ru">');

    const nobody = await browser.open(endSession({ ui_locales: 'kk' }));
    expect(await signedOut(nobody)).toContain('<html lang="kk">');
  });

  it('303: a second click, with and without a sign-out between, ends where the first one does', async () => {
    await tokensFor(provider, browser);
    const question = await (await browser.open(endSession({ ui_locales: 'ru' }))).text();
    const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="([^"]+)"/s.exec(question) ?? [];
    const click = async () => locationOf(await browser.submit(action, { xsrf, logout: 'yes' }))?.href;
    const first = await click();
    const second = await click();
    await browser.open(endSession());
    expect([first, second, await click()]).toEqual(
      [1, 2, 3].map(() => `${issuer}/connect/endsession/success?ui_locales=ru`),
    );
  });

  it('303: the form of a tab after which another has asked brings the question again', async () => {
    await tokensFor(provider, browser);
    const ask = async () => (await browser.open(endSession())).text();
    const first = await ask();
    await ask();
    const click = (page: string) => {
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      return browser.submit(`${issuer}/connect/endsession/confirm?ui_locales=nl`, { xsrf, logout: 'yes' });
    };
    const late = await click(first);
    expect([late.status, locationOf(late)?.href]).toEqual([303, endSession({ ui_locales: 'nl' }).href]);
    const again = await (await browser.follow(late)).text();
    expect(again).toContain('Wilt u uitloggen?');
    expect(await isSignedIn()).toBe(true);
    await click(again);
    expect(await isSignedIn()).toBe(false);
  });

  it('the page after a sign-out asks who has signed in again, and has forgotten the session before', async () => {
    const success = `${issuer}/connect/endsession/success`;
    const { id_token } = await tokensFor(provider, browser);
    await browser.open(endSession({ id_token_hint: id_token }));
    expect(await (await browser.open(success)).text()).toContain('Demo web application');
    expect(browser.cookie('signed-out')).toBeDefined();

    const next = await tokensFor(provider, browser);
    expect(browser.cookie('signed-out')).toBeUndefined();
    const answer = await browser.open(success);
    expect([answer.status, locationOf(answer)?.href]).toEqual([303, endSession().href]);
    expect(await isSignedIn()).toBe(true);
    await provider.query("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE sid = $1", [
      sidOf(next),
    ]);
    const page = await (await browser.open(success)).text();
    expect(page).toContain('You are signed out');
    expect(page).not.toContain('Demo web application');
  });

  it('303: an expired hint of this session still proves it (RP-Initiated Logout 4)', async () => {
    const tokens = await tokensFor(provider, browser);
    const sign = await idTokenSigner(provider);
    const hint = await sign({ sid: sidOf(tokens), iat: 1_700_000_000, exp: 1_700_000_300 });
    const response = await browser.open(endSession({ id_token_hint: hint }));
    expect(response.status).toBe(303);
    expect(await isSignedIn()).toBe(false);
  });

  it('303: a hint of ES256, and of before its client was registered for the other algorithm', async () => {
    const client = await registerEs256Client(provider);
    const first = await tokensFor(provider, browser, client);
    expect((await browser.open(endSession({ id_token_hint: first.id_token }))).status).toBe(303);
    expect(await isSignedIn()).toBe(false);
    const tokens = await tokensFor(provider, browser, client);
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const { id, companyId, version, disabled, createdAt, modifiedAt, ...fields } = await registry.get(
      operator,
      client.client_id,
    );
    await registry.replace(operator, id, version, { ...fields, idTokenSignedResponseAlg: 'RS256' });
    expect((await browser.open(endSession({ id_token_hint: tokens.id_token }))).status).toBe(303);
    expect(await isSignedIn()).toBe(false);
  });

  it('200: the hint of this session for another user ends nothing unasked', async () => {
    const tokens = await tokensFor(provider, browser);
    const sign = await idTokenSigner(provider);
    const response = await browser.open(
      endSession({ id_token_hint: await sign({ sid: sidOf(tokens), sub: 'another' }) }),
    );
    expect(response.status).toBe(200);
    expect(await isSignedIn()).toBe(true);
  });

  it('200: the hint of another session of the same user ends nothing unasked', async () => {
    const elsewhere = await tokensFor(provider);
    await tokensFor(provider, browser);
    const response = await browser.open(endSession({ id_token_hint: elsewhere.id_token }));
    expect(response.status).toBe(200);
    expect(await isSignedIn()).toBe(true);
  });

  describe('with a hint and no cookie, as servers of clients ask', () => {
    const ask = async (parameters: Record<string, string>): Promise<[status: number, page: string]> => {
      const response = await provider.fetch(endSession(parameters), { headers: { accept: 'text/html' } });
      return [response.status, await response.text()];
    };
    const ofSession = async (claims: object, header: object = {}): Promise<string> =>
      (await idTokenSigner(provider))({ ...claims }, header);

    it('200: the session of the hint ends, everywhere, and the page says so; a second time it says that it was over', async () => {
      const { id_token, refresh_token, ...tokens } = await tokensFor(provider, browser);
      await tokensFor(provider, browser, secondClient);
      const told = Promise.all([web.nextCall(), second.nextCall()]);
      const [status, page] = await ask({ id_token_hint: id_token });
      expect([status, page.includes('You are signed out'), page.includes('already')]).toEqual([
        200,
        true,
        false,
      ]);
      // Of its own client alone.
      expect(page).toContain('Demo web application');
      for (const other of ['Second demo web application', second.host]) expect(page).not.toContain(other);
      for (const query of await told)
        expect(query.get('sid')).toBe(sidOf({ ...tokens, id_token, refresh_token }));
      expect(await isSignedIn()).toBe(false);
      expect((await refresh(provider, refresh_token)).status).toBe(400);
      const [again, over] = await ask({ id_token_hint: id_token });
      expect([again, over.includes('You were signed out already')]).toEqual([200, true]);
      expect(over).toContain('href="/auth/console">Sign in</a>');
    });

    it('200: an expired hint names its session as well (RP-Initiated Logout 4)', async () => {
      const sid = sidOf(await tokensFor(provider, browser));
      const hint = await ofSession({ sid, iat: 1_700_000_000, exp: 1_700_000_300 });
      expect(await ask({ id_token_hint: hint })).toEqual([
        200,
        expect.stringContaining('You are signed out'),
      ]);
      expect(await isSignedIn()).toBe(false);
    });

    it('303: to the registered post_logout_redirect_uri, and the session has ended', async () => {
      const { id_token } = await tokensFor(provider, browser);
      const response = await provider.fetch(
        endSession({
          id_token_hint: id_token,
          post_logout_redirect_uri: 'http://localhost:9090/bye',
          state: 'x',
        }),
      );
      expect(locationOf(response)?.href).toBe('http://localhost:9090/bye?state=x');
      expect(await isSignedIn()).toBe(false);
    });

    it('200: a session that is not, or that somebody else is signed in to, stays as it is', async () => {
      const sid = sidOf(await tokensFor(provider, browser));
      for (const claims of [{ sid, sub: demoUsers[1]?.id }, { sid: 'no-such-session' }]) {
        const [status, page] = await ask({ id_token_hint: await ofSession(claims) });
        expect([status, page.includes('You were signed out already')]).toEqual([200, true]);
      }
      expect(await isSignedIn()).toBe(true);
    });

    it('400: a tampered hint, one of no known client, and one of another client than asks', async () => {
      const { id_token } = await tokensFor(provider, browser);
      const asked = [
        { id_token_hint: `${id_token.slice(0, -4)}AAAA` },
        { id_token_hint: await ofSession({ aud: 'nobody' }) },
        { id_token_hint: id_token, client_id: 'demo-second' },
      ];
      for (const parameters of asked) expect((await ask(parameters))[0]).toBe(400);
      expect(await isSignedIn()).toBe(true);
    });

    it('the record says which client asked', async () => {
      const { id_token } = await tokensFor(provider, browser);
      await ask({ id_token_hint: id_token });
      await eventually(async () => {
        const records = await provider.query(
          'SELECT client_id AS "clientId", actor FROM audit_records WHERE type = \'session-ended\' AND sid = $1',
          [String(decodeJwt(id_token)['sid'])],
        );
        expect(records).toEqual([{ clientId: 'demo-web', actor: 'client' }]);
      });
    });
  });

  it('400: a forged answer, a tampered hint or another token, a foreign client, an unregistered way back', async () => {
    const tokens = await tokensFor(provider, browser);
    const [rs256, es256] = [await idTokenSigner(provider), await idTokenSigner(provider, issuer, 'ES256')];
    const ofSession = { sid: sidOf(tokens) };
    const refusals = [
      await browser.submit(`${issuer}/connect/endsession/confirm`, { xsrf: 'guessed', logout: 'yes' }),
      await browser.open(endSession({ id_token_hint: `${tokens.id_token.slice(0, -4)}AAAA` })),
      await browser.open(endSession({ id_token_hint: tokens.access_token })),
      await browser.open(endSession({ id_token_hint: 'rubbish' })),
      await browser.open(endSession({ id_token_hint: await es256(ofSession, { typ: 'at+jwt' }) })),
      await browser.open(endSession({ id_token_hint: await rs256(ofSession, { typ: 'logout+jwt' }) })),
      await browser.open(endSession({ id_token_hint: tokens.id_token, client_id: 'demo-second' })),
      await browser.open(
        endSession({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://evil.example/' }),
      ),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 400));
    expect(await isSignedIn()).toBe(true);
  });

  it('303: to the registered post_logout_redirect_uri, with the state (RP-Initiated Logout 3)', async () => {
    const { id_token } = await tokensFor(provider, browser);
    const response = await browser.open(
      endSession({
        id_token_hint: id_token,
        post_logout_redirect_uri: 'http://localhost:9090/bye',
        state: 'x&y',
      }),
    );
    expect(locationOf(response)?.href).toBe('http://localhost:9090/bye?state=x%26y');
  });

  it('HEAD 405: it ends no session and issues no code', async () => {
    const { id_token } = await tokensFor(provider, browser);
    const addresses = [
      endSession({ id_token_hint: id_token }),
      authorizationUrl({ prompt: 'none' }),
      `${issuer}/connect/authorize/a-sign-in`,
    ];
    for (const address of addresses)
      for (const from of [browser, new Browser(provider)]) {
        const { status, headers } = await from.open(address, { method: 'HEAD' });
        expect([status, headers.get('location')]).toEqual([405, null]);
        expect(headers.get('allow')).toMatch(/^GET(, POST)?$/);
      }
    expect(await isSignedIn()).toBe(true);
  });

  it('303: nobody is signed in, so there is nothing to ask', async () => {
    const response = await browser.open(endSession());
    expect([response.status, locationOf(response)?.pathname]).toEqual([
      303,
      '/auth/connect/endsession/success',
    ]);
  });

  it('signing in as somebody else ends the first session', async () => {
    const tokens = await tokensFor(provider, browser);
    const other = { ...credentials, email: demoUsers[1]?.email ?? '' };
    const call = web.nextCall();
    const page = await signIn(browser, authorizationUrl({ prompt: 'login' }), other);
    const html = await page.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const answer = await browser.follow(
      await browser.submit(`${issuer}/connect/endsession/confirm`, { xsrf, logout: 'yes' }),
    );
    expect((await call).get('sid')).toBe(sidOf(tokens));
    expect(locationOf(answer)?.searchParams.has('code')).toBe(true);
  });

  describe.each([{ prompt: 'login' }, { max_age: '0' }])(
    'a sign-in page of %j whose session has ended',
    (asks) => {
      const someoneElse = { ...credentials, email: demoUsers[1]?.email ?? '' };
      let before: Tokens;
      let page: URL;

      const open = async (parameters: Record<string, string> = {}): Promise<void> => {
        page = locationOf(await browser.open(authorizationUrl({ ...asks, ...parameters }))) as URL;
      };
      const signOut = () => browser.open(endSession({ id_token_hint: before.id_token }));
      const submit = async (form = credentials): Promise<Response> =>
        browser.follow(await browser.submit(page, form));
      const sidAfter = async (answer: Response): Promise<string> =>
        sidOf(await bodyOf(redeem(provider, codeOf(answer))));

      beforeEach(async () => {
        before = await tokensFor(provider, browser);
        await open();
      });

      it('200, then 303 with a code: it goes on as a new session', async () => {
        await signOut();
        expect((await browser.open(page)).status).toBe(200);
        expect(await sidAfter(await submit())).not.toBe(sidOf(before));
      });

      it('303 with a code: somebody has signed in again in another tab, the same user', async () => {
        await signOut();
        const again = await tokensFor(provider, browser);
        expect(await sidAfter(await submit())).toBe(sidOf(again));
      });

      it('200: somebody else has signed in in another tab, whose session ends first', async () => {
        await signOut();
        await tokensAndCode(provider, browser, webClient, someoneElse);
        const change = await (await submit()).text();
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(change)?.[1] ?? '';
        const confirm = `${issuer}/connect/endsession/confirm`;
        const answer = await browser.follow(await browser.submit(confirm, { xsrf, logout: 'yes' }));
        expect(codeOf(answer)).toBeTruthy();
      });

      it('303 login_required: a user who is not the one of the hint', async () => {
        await open({ id_token_hint: before.id_token });
        await signOut();
        const answer = locationOf(await submit(someoneElse))?.searchParams;
        expect([answer?.get('error'), answer?.has('code')]).toEqual(['login_required', false]);
      });

      it('asks again: what was proven before that end counts for nothing', async () => {
        const proven = locationOf(await browser.submit(page, credentials)) as URL;
        await signOut();
        expect(locationOf(await browser.open(proven))?.pathname).toMatch(/^\/auth\/sign-in\//);
        expect(await isSignedIn()).toBe(false);
      });

      it('400: in another browser', async () => {
        await signOut();
        const elsewhere = new Browser(provider);
        expect((await elsewhere.open(page)).status).toBe(400);
        expect((await elsewhere.submit(page, credentials)).status).toBe(400);
      });
    },
  );

  it('a call that fails is tried again; a dead client does not hold up the others', async () => {
    const tokens = await tokensFor(provider, browser);
    await tokensFor(provider, browser, secondClient);
    web.status = 500;
    const told = Promise.all([web.nextCall(), second.nextCall()]);
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    await told;
    const waiting = () =>
      provider.query<{ attempts: number }>(
        "SELECT attempts FROM logout_deliveries WHERE sid = $1 AND client_id = 'demo-web' AND delivered_at IS NULL AND next_attempt_at > now() AND last_error LIKE '%500%'",
        [sidOf(tokens)],
      );
    await until(async () => (await waiting()).length === 1);
    web.status = 200;
    const call = web.nextCall();
    await provider.query(
      'UPDATE logout_deliveries SET next_attempt_at = now() WHERE sid = $1 AND delivered_at IS NULL',
      [sidOf(tokens)],
    );
    expect((await call).get('sid')).toBe(sidOf(tokens));
    await until(async () => (await waiting()).length === 0);
  });

  it('many calls to a client that never answers do not hold up those to others', async () => {
    await provider.query(
      `INSERT INTO logout_deliveries (id, sid, client_id, logout_uri)
       SELECT gen_random_uuid(), 'silent-' || n, 'demo-web', $1 FROM generate_series(1, 200) AS n`,
      [silent.url],
    );
    await eventually(() => expect(hanging).toBeGreaterThanOrEqual(10));
    const tokens = await tokensFor(provider, browser, secondClient);
    const call = second.nextCall();
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    expect((await call).get('sid')).toBe(sidOf(tokens));
    expect(hanging).toBeLessThan(50);
    await provider.query("DELETE FROM logout_deliveries WHERE sid LIKE 'silent-%'");
  });

  it('many calls to several clients that never answer do not hold up those to others', async () => {
    const before = hanging;
    await provider.query(
      `INSERT INTO clients SELECT (jsonb_populate_record(clients, jsonb_build_object('id', 'silent-' || n))).*
       FROM clients, generate_series(1, 6) AS n WHERE id = 'demo-web'`,
    );
    await provider.query(
      `INSERT INTO logout_deliveries (id, sid, client_id, logout_uri)
       SELECT gen_random_uuid(), 'silent-' || n, 'silent-' || n % 6 + 1, $1 FROM generate_series(1, 300) AS n`,
      [silent.url],
    );
    await eventually(() => expect(hanging - before).toBeGreaterThanOrEqual(6));
    const tokens = await tokensFor(provider, browser, secondClient);
    const call = second.nextCall();
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    expect((await call).get('sid')).toBe(sidOf(tokens));
    expect(hanging - before).toBeLessThan(40);
    await provider.query("DELETE FROM clients WHERE id LIKE 'silent-%'");
  });

  it('losing Redis brings no ended session back, and ends no living one', async () => {
    const tokens = await tokensFor(provider, browser);
    const living = new Browser(provider);
    await tokensFor(provider, living);
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    const redis = new Redis(process.env['REDIS_URL'] ?? '');
    await redis.flushdb();
    await redis.quit();
    expect(await isSignedIn()).toBe(false);
    browser = living;
    expect(await isSignedIn()).toBe(true);
  });

  it('a late write of a request that was under way does not bring the session back', async () => {
    const tokens = await tokensFor(provider, browser);
    const opened = Promise.all(
      Array.from({ length: 10 }, () => browser.open(authorizationUrl({ prompt: 'none' }))),
    );
    await browser.open(endSession({ id_token_hint: tokens.id_token }));
    await opened;
    expect(await isSignedIn()).toBe(false);
  });
});
