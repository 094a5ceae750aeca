import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoQuarries } from '@safety/demo-data';
import { decodeJwt } from 'jose';
import { operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { messages } from '../pages/messages/messages.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  credentials,
  everyScope,
  type Parameters,
  redeem,
  refresh,
  type Tokens,
  tokensFor,
  user,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const consent: Parameters = { prompt: 'consent' };

describe('prompt=consent', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(async () => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  /** The page that the request leads somebody to who is signed in. */
  const asked = async (parameters: Parameters = {}): Promise<URL> => {
    const page = locationOf(await browser.open(authorizationUrl({ ...consent, ...parameters })));
    expect(page?.pathname).toMatch(/^\/auth\/consent\/[\w-]+$/);
    return page as URL;
  };
  const decide = async (page: URL, decision: string): Promise<Response> =>
    browser.follow(await browser.submit(page, { decision }));
  const grantsOf = (sid: unknown) => provider.query('SELECT client_id FROM grants WHERE sid = $1', [sid]);
  const sidOf = ({ id_token }: Tokens) => decodeJwt(id_token)['sid'];

  it('GET /auth/consent/:uid 200: names the client, the user, where the answer goes, and each scope in words', async () => {
    await tokensFor(provider, browser);
    const response = await browser.open(await asked());
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).not.toContain('<script');
    const words = [
      'Demo web application',
      user.email,
      'localhost:9090',
      'see your name',
      'while you are away',
      'see and change your profile',
      'change its users, roles and settings',
      'events and injuries',
    ];
    for (const text of words) expect(page).toContain(text);
    expect(page.match(/<li>[^<]/g)).toHaveLength(everyScope.split(' ').length);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const directive of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive);
  });

  it('GET /auth/consent/:uid 200: in the language that was chosen on the sign-in page, else in that of the user', async () => {
    const languageAfter = async (query: string): Promise<string | undefined> => {
      const other = new Browser(provider, { 'accept-language': 'en' });
      const page = locationOf(await other.open(authorizationUrl(consent))) as URL;
      const proven = await other.submit(`${page.href}?${query}`, credentials);
      const question = await other.follow(await other.open(locationOf(proven) as URL));
      return /<html lang="(\w+)">/.exec(await question.text())?.[1];
    };
    await provider.query("UPDATE users SET locale = 'nl' WHERE id = $1", [user.id]);
    // The form of the page in English names that language, which nobody has chosen.
    expect([await languageAfter('ui_locales=kk'), await languageAfter('ui_locales=en')]).toEqual([
      'kk',
      'nl',
    ]);
    await provider.query('UPDATE users SET locale = NULL WHERE id = $1', [user.id]);
  });

  it.each(['en', 'es', 'ru', 'kk', 'nl'])('GET /auth/consent/:uid 200: in %s', async (language) => {
    await tokensFor(provider, browser);
    const page = await (await browser.open(await asked({ ui_locales: language }))).text();
    expect(page).toContain(`<html lang="${language}">`);
  });

  it.each([
    ['en', 'roles in the company it belongs to'],
    ['es', 'roles en la empresa a la que pertenece'],
    ['ru', 'роли в компании, которой оно принадлежит'],
    ['kk', 'өзі тиесілі компаниядағы рөлдеріңізді'],
    ['nl', 'rollen zien in het bedrijf waar de toepassing bij hoort'],
  ] as const)(
    'GET /auth/consent/:uid 200: a client of a company gets that company alone, in %s',
    async (language, words) => {
      const ask = async (client: Parameters) =>
        (await browser.open(await asked({ ...client, ui_locales: language }))).text();
      await tokensFor(provider, browser);
      const { scopes } = messages[language];
      const ofEveryCompany = [scopes.roles, scopes.resources_accounts_api];
      const ofAll = await ask({});
      for (const text of ofEveryCompany) expect(ofAll).toContain(`<li>${text}</li>`);
      expect(ofAll).not.toContain(words);
      const redirect_uri = 'https://app.example/callback';
      const registry = provider.app.get(ClientRegistry, { strict: false });
      const { client } = await registry.create(operator, demoQuarries.id, {
        name: 'Of one company',
        authMethod: 'client_secret',
        grantTypes: ['authorization_code', 'refresh_token'],
        scopes: everyScope.split(' '),
        redirectUris: [redirect_uri],
      });
      const ofOne = await ask({ client_id: client.id, redirect_uri });
      for (const text of ofEveryCompany) expect(ofOne).not.toContain(`<li>${text}</li>`);
      expect(ofOne).toContain(words);
      expect(ofOne).toContain(`<li>${messages[language].scopesOfCompany.resources_accounts_api}</li>`);
      expect(ofOne).toContain(messages[language].consentOneCompany);
    },
  );

  it('POST /auth/consent/:uid 200, allow: the client gets what it asked for, a refresh token too', async () => {
    const { id_token } = await tokensFor(provider, browser);
    const response = await decide(await asked(), 'allow');
    const tokens = (await (await redeem(provider, codeOf(response))).json()) as Tokens;
    expect(tokens.scope.split(' ').sort()).toEqual(everyScope.split(' ').sort());
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
    expect(decodeJwt(tokens.id_token)['auth_time']).toBe(decodeJwt(id_token)['auth_time']);
  });

  it('POST /auth/consent/:uid 200, refuse: access_denied at the client with its state, and nothing is kept', async () => {
    const first = await tokensFor(provider, browser);
    const second = { client_id: 'demo-second', redirect_uri: 'http://localhost:9091/callback' };
    const page = await asked({ ...second, state: 'x&y' });
    const answer = locationOf(await decide(page, 'refuse'));
    expect(answer?.href.startsWith(second.redirect_uri)).toBe(true);
    expect(Object.fromEntries(answer?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'x&y',
      iss: issuer,
    });
    expect(await grantsOf(sidOf(first))).toEqual([{ client_id: 'demo-web' }]);
    expect((await refresh(provider, first.refresh_token)).status).toBe(200);
  });

  it('response_mode=form_post: the refusal is posted', async () => {
    await tokensFor(provider, browser);
    const page = await (await decide(await asked({ response_mode: 'form_post' }), 'refuse')).text();
    expect(page).toContain('name="error" value="access_denied"');
  });

  it('asks again the next time: it was asked to', async () => {
    await tokensFor(provider, browser);
    expect(codeOf(await decide(await asked(), 'allow'))).toBeTruthy();
    await asked();
  });

  it.each(['login consent', 'consent login'])(
    'prompt=%s: first the sign-in, then the question',
    async (prompt) => {
      const before = await tokensFor(provider, browser);
      const page = locationOf(await browser.open(authorizationUrl({ prompt }))) as URL;
      expect(page.pathname).toMatch(/^\/auth\/sign-in\//);
      const next = locationOf(await browser.submit(page, credentials)) as URL;
      const question = locationOf(await browser.open(next)) as URL;
      expect(question.pathname).toMatch(/^\/auth\/consent\//);
      expect(codeOf(await decide(question, 'allow'))).toBeTruthy();
      const records = await provider.query(
        "SELECT FROM audit_records WHERE type = 'signed-in' AND sid = $1",
        [sidOf(before)],
      );
      expect(records.length).toBeLessThanOrEqual(2);
    },
  );

  it('without a session: first the sign-in, then the question', async () => {
    const page = locationOf(await browser.open(authorizationUrl(consent))) as URL;
    const question = await browser.open(locationOf(await browser.submit(page, credentials)) as URL);
    const asking = locationOf(question) as URL;
    expect(asking.pathname).toMatch(/^\/auth\/consent\//);
    expect(codeOf(await decide(asking, 'allow'))).toBeTruthy();
  });

  it('POST /auth/consent/:uid 200: no decision, and two of them, are asked again', async () => {
    await tokensFor(provider, browser);
    const page = await asked();
    for (const body of ['', 'decision=perhaps', 'decision=allow&decision=refuse', '%%%=%']) {
      const response = await browser.open(page, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([response.status, (await response.text()).includes('name="decision"')]).toEqual([200, true]);
    }
  });

  it.each([
    ['refuse', 'allow'],
    ['allow', 'refuse'],
  ])('POST /auth/consent/:uid 200: after %s, %s changes nothing', async (first, second) => {
    await tokensFor(provider, browser);
    const page = await asked();
    const decided = await browser.submit(page, { decision: first });
    const again = await browser.submit(page, { decision: second });
    expect(locationOf(again)?.href).toBe(locationOf(decided)?.href);
    const answer = locationOf(await browser.follow(again))?.searchParams;
    expect([answer?.has('code'), answer?.get('error')]).toEqual(
      first === 'allow' ? [true, null] : [false, 'access_denied'],
    );
  });

  it('POST /auth/consent/:uid 403: a form of another site (CSRF)', async () => {
    await tokensFor(provider, browser);
    const response = await browser.open(await asked(), {
      method: 'POST',
      body: new URLSearchParams({ decision: 'allow' }),
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
  });

  it('400: a second time, in another browser, at the page of a sign-in, and after the session has ended', async () => {
    const { id_token } = await tokensFor(provider, browser);
    const done = await asked();
    await decide(done, 'allow');
    expect((await browser.submit(done, { decision: 'allow' })).status).toBe(400);
    const page = await asked();
    expect((await new Browser(provider).submit(page, { decision: 'allow' })).status).toBe(400);
    const signInPage = new URL(page.href.replace('/consent/', '/sign-in/'));
    expect((await browser.submit(signInPage, credentials)).status).toBe(400);
    await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
    expect((await browser.submit(page, { decision: 'allow' })).status).toBe(400);
  });

  it('offline_access without prompt=consent goes through as ever', async () => {
    const { refresh_token } = await tokensFor(provider, browser);
    expect((await refresh(provider, refresh_token)).status).toBe(200);
  });

  it('303 invalid_request: prompt=none consent', async () => {
    const answer = locationOf(await browser.open(authorizationUrl({ prompt: 'none consent' })));
    expect(answer?.searchParams.get('error')).toBe('invalid_request');
  });
});
