import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser, locationOf } from '../testing/browser.js';
import { authorizationUrl, credentials, type Parameters, signIn } from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { storedAs } from '../testing/stored-as.js';

describe('sign-in page', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const start = async (parameters: Parameters = {}, from = browser): Promise<URL> => {
    const page = locationOf(await from.open(authorizationUrl(parameters)));
    if (!page) throw new Error('There is no sign-in page');
    return page;
  };

  it('200: a form with labels, without scripts, and with the headers of a page', async () => {
    const response = await browser.open(await start({ login_hint: 'ada"><script>@demo.example' }));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('Continue to Demo web application');
    expect(html).toContain('value="ada&quot;&gt;&lt;script&gt;@demo.example"');
    expect(html).not.toContain('<script');
    for (const field of ['email', 'password']) expect(html).toContain(`<label for="${field}">`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self';");
    const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(html).toContain(`<style nonce="${nonce}">`);
  });

  const languages = [
    { asked: 'nl', accepts: 'es', language: 'nl' },
    { asked: 'fr kk-KZ en', accepts: 'es', language: 'kk' },
    { asked: 'RU', accepts: undefined, language: 'ru' },
    { asked: 'fr de', accepts: 'de, es;q=0.8, nl;q=0.9', language: 'nl' },
    { asked: undefined, accepts: 'es-MX,es;q=0.9', language: 'es' },
    { asked: undefined, accepts: 'nl;q=0, ;;;, *;q=x', language: 'en' },
    { asked: undefined, accepts: undefined, language: 'en' },
  ];
  it.each(languages)(
    'ui_locales=$asked, Accept-Language: $accepts: $language',
    async ({ asked, accepts, language }) => {
      const other = new Browser(provider, accepts === undefined ? {} : { 'accept-language': accepts });
      const html = await (await other.open(await start({ ui_locales: asked }, other))).text();
      expect(html).toContain(`<html lang="${language}">`);
    },
  );

  it('the language of the user who is signed in already, unless another one is asked for', async () => {
    await provider.query("UPDATE users SET locale = 'nl-BE' WHERE email = $1", [credentials.email]);
    await signIn(browser, authorizationUrl());
    const languageOf = async (parameters: Parameters) => {
      const page = await browser.open(await start({ prompt: 'login', ...parameters }));
      return /<html lang="(\w+)">/.exec(await page.text())?.[1];
    };
    expect([await languageOf({}), await languageOf({ ui_locales: 'ru' })]).toEqual(['nl', 'ru']);
    await provider.query('UPDATE users SET locale = NULL');
  });

  it('200: a wrong password shows the form again, with the address and without the password', async () => {
    const response = await browser.submit(await start(), { ...credentials, password: 'wrong <b>' });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('role="alert"');
    expect(html).toContain(`value="${credentials.email}"`);
    expect(html).not.toContain('wrong');
  });

  it('200: a form without fields, and one with fields twice', async () => {
    const page = await start();
    for (const body of ['', 'email=a&email=b&password=c&password=d', '%%%=%']) {
      const response = await browser.open(page, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(response.status).toBe(200);
    }
  });

  it('200, never 307: a page leads on, and the password is not sent on (RFC 9700 4.12)', async () => {
    const response = await browser.submit(await start(), credentials);
    expect([response.status, response.headers.get('location')]).toEqual([200, null]);
    expect(await response.clone().text()).toContain(
      `<a class="button primary" href="${locationOf(response)}">`,
    );
    expect(locationOf(response)?.href).toMatch(`${issuer}/connect/authorize/`);
  });

  it('400: in another browser, at another sign-in, and a second time', async () => {
    const page = await start();
    const elsewhere = await new Browser(provider).open(page);
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      400,
      expect.stringContaining('has to accept cookies'),
    ]);
    expect((await browser.open(`${authUrl}/auth/sign-in/rubbish`)).status).toBe(400);
    const finished = await browser.follow(await browser.submit(page, credentials));
    expect(locationOf(finished)?.searchParams.has('code')).toBe(true);
    const again = await browser.submit(page, credentials);
    const told = await again.text();
    expect([again.status, told.includes('has expired'), told.includes('cookies')]).toEqual([
      400,
      true,
      false,
    ]);
  });

  it('303: each of two sign-ins of one browser can be finished, the first one last', async () => {
    const first = await start();
    const second = await start();
    for (const page of [second, first]) {
      const finished = await browser.follow(await browser.submit(page, credentials));
      expect(locationOf(finished)?.searchParams.has('code')).toBe(true);
    }
  });

  it('400 page of an unknown redirect_uri: the number of the request, and a way back to where the client is registered', async () => {
    const url = authorizationUrl({ redirect_uri: 'https://evil.example/callback' });
    const response = await browser.open(url);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain(response.headers.get('x-request-id'));
    expect(html).toContain('href="http://localhost:9090/"');
    expect(html).not.toContain('evil.example"');
  });

  it('400 page: the way back without its cookie', async () => {
    const next = locationOf(await browser.submit(await start(), credentials));
    const response = await new Browser(provider).open(next as URL);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('has expired');
  });

  it('the cookies are for the provider alone, and no script can read them', async () => {
    const page = await start();
    const submitted = await browser.submit(page, credentials);
    const response = await browser.open(locationOf(submitted) as URL);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='));
    expect(cookie).toMatch(/path=\/auth/i);
    expect(cookie).toMatch(/httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
  });

  it('the session cookie changes when somebody signs in (session fixation)', async () => {
    await signIn(browser, authorizationUrl());
    const before = browser.cookie('session');
    await signIn(browser, authorizationUrl({ prompt: 'login' }));
    expect(browser.cookie('session')).not.toBe(before);
  });

  it('a sign-in writes its session once, and a second one on the device leaves the device as it is', async () => {
    const written = (): Promise<{ sessions: number[]; used: string[] }[]> =>
      provider.query(`SELECT
        (SELECT array_agg(version) FROM sessions WHERE user_id IS NOT NULL) AS sessions,
        (SELECT array_agg(last_used_at::text) FROM known_devices) AS used`);
    await provider.query('TRUNCATE known_devices');
    await provider.query('DELETE FROM sessions');
    await signIn(browser, authorizationUrl());
    const [first] = await written();
    expect(first).toEqual({ sessions: [0], used: [expect.any(String)] });
    await signIn(browser, authorizationUrl({ prompt: 'login' }));
    expect(await written()).toEqual([{ sessions: [expect.any(Number)], used: first?.used }]);
    await provider.query("UPDATE known_devices SET last_used_at = now() - interval '2 days'");
    const [stale] = await written();
    await signIn(browser, authorizationUrl({ prompt: 'login' }));
    expect((await written())[0]?.used).not.toEqual(stale?.used);
  });

  it('ids of sessions are stored as digests', async () => {
    await signIn(browser, authorizationUrl());
    expect(await storedAs(provider, browser.cookie('session'), 'sessions')).toBe('digest');
  });
});
