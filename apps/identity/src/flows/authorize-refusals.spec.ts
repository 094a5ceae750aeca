import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenAudience } from '@safety/contracts';
import { consolePaths } from '../paths/console.js';
import { beginLimit } from '../people/users/sign-in-limits.js';
import { Browser, locationOf } from '../testing/browser.js';
import { authorizationUrl, signIn } from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { networkOf } from '../throttling/client-address.js';
import { onceOnly, sentToTheClient, shownToTheUser } from './authorize-refusals.cases.js';

describe('GET /auth/connect/authorize', () => {
  /** `SIGN_INS_PER_NETWORK` by default. */
  const MOST_BEGUN = 3_000;

  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it.each(shownToTheUser)('400 page: $name', async ({ parameters, error }) => {
    const response = await new Browser(provider).open(authorizationUrl(parameters));
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(page).toContain(`<code>${error}</code>`);
    expect(page).not.toContain('evil.example');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each(sentToTheClient)('303 $error: $name', async ({ parameters, error }) => {
    const response = await new Browser(provider).open(authorizationUrl(parameters));
    const location = locationOf(response);
    expect(response.status).toBe(303);
    expect(location?.origin).toMatch(/^http:\/\/localhost:909[02]$/);
    expect(location?.hash).toBe('');
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      error,
      state: 'a-state',
      iss: issuer,
    });
  });

  it.each([
    ['4097 letters', 'a'.repeat(4097)],
    ['1025 quotation marks, each four bytes as it is kept', '"'.repeat(1025)],
  ])('303 invalid_request: a state of %s', async (_, state) => {
    const url = authorizationUrl({ state });
    const location = locationOf(await new Browser(provider).open(url));
    expect(location?.searchParams.get('error')).toBe('invalid_request');
  });

  it('303 invalid_request: resources of more than 2000 characters', async () => {
    const url = authorizationUrl();
    const audience = accessTokenAudience(authUrl);
    for (let length = 0; length <= 2000; length += audience.length)
      url.searchParams.append('resource', audience);
    const location = locationOf(await new Browser(provider).open(url));
    expect(location?.searchParams.get('error')).toBe('invalid_request');
  });

  it.each(onceOnly)('303 invalid_request: %s twice (RFC 6749 3.1)', async (name) => {
    const url = authorizationUrl({ [name]: 'once' });
    url.searchParams.append(name, 'twice');
    const location = locationOf(await new Browser(provider).open(url));
    expect(location?.searchParams.get('error')).toBe('invalid_request');
  });

  it.each(['client_id', 'redirect_uri'])('400 page: %s twice (RFC 6749 3.1)', async (name) => {
    const url = authorizationUrl();
    url.searchParams.append(name, 'twice');
    const response = await new Browser(provider).open(url);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  const posted = [
    { parameters: { prompt: 'none' }, error: 'login_required' },
    { parameters: { response_type: 'token' }, error: 'unsupported_response_type' },
    { parameters: { scope: 'rubbish' }, error: 'invalid_scope' },
  ];
  it.each(posted)(
    '$error is posted when response_mode=form_post was asked for',
    async ({ parameters, error }) => {
      const url = authorizationUrl({ response_mode: 'form_post', ...parameters });
      const response = await new Browser(provider).open(url);
      const page = await response.text();
      expect(page).toContain('action="http://localhost:9090/callback"');
      expect(page).toContain(`value="${error}"`);
      // The page has a form for the client, which may redirect anywhere.
      expect(response.headers.get('content-security-policy')).not.toContain('form-action');
    },
  );

  it('a refusal that cannot go back to the client: the page shows the reason, without a click', async () => {
    const url = authorizationUrl({}, { client_id: 'demo-web', redirect_uri: 'https://evil.example/' });
    const response = await new Browser(provider).open(url);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(
      /<details open>.*<code>invalid_redirect_uri<\/code>: redirect_uri/s,
    );
  });

  it('400: the page leads back to the origin of an application, never to the device of a native one', async () => {
    await provider.query(
      "UPDATE clients SET redirect_uris = '{http://127.0.0.1/callback}' WHERE id = 'demo-spa'",
    );
    const refused = async (client_id: string): Promise<string> => {
      const url = authorizationUrl({}, { client_id, redirect_uri: 'https://evil.example/' });
      return (await new Browser(provider).open(url)).text();
    };
    expect(await refused('demo-web')).toContain('href="http://localhost:9090/"');
    const page = await refused('demo-spa');
    expect(page).toContain('invalid_redirect_uri');
    expect(page).not.toContain('href="http://127.0.0.1');
  });

  it('request_not_supported is posted, with the state, when only the request object asks for it (OIDC Core 6.1)', async () => {
    const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
    const object = `${part({ alg: 'none' })}.${part({ response_mode: 'form_post', state: 'of the object' })}.`;
    const response = await new Browser(provider).open(
      authorizationUrl({ request: object, state: undefined }),
    );
    const page = await response.text();
    expect(page).toContain('action="http://localhost:9090/callback"');
    expect(page).toContain('value="request_not_supported"');
    expect(page).toContain('value="of the object"');
  });

  it('303 unauthorized_client: a client that is not registered for codes (RFC 6749 4.1.2.1)', async () => {
    await provider.query(
      "UPDATE clients SET redirect_uris = '{http://localhost:9090/callback}' WHERE id = 'demo-password'",
    );
    const location = locationOf(
      await new Browser(provider).open(authorizationUrl({ client_id: 'demo-password' })),
    );
    expect(location?.searchParams.get('error')).toBe('unauthorized_client');
  });

  it('a sign-in with a consent behind it is one that its network has begun', async () => {
    const address = '192.0.2.7';
    const browser = new Browser(provider, { 'x-forwarded-for': address });
    const consented = await signIn(browser, authorizationUrl({ prompt: 'login consent' }));
    expect(locationOf(consented)?.searchParams.get('code')).toEqual(expect.any(String));
    const { key } = beginLimit('sign-in', networkOf(address), MOST_BEGUN);
    expect(await provider.query('SELECT count FROM counters WHERE key = $1', [key])).toEqual([{ count: 1 }]);
  });

  describe.each([
    ['sign-in', authorizationUrl()],
    ['console-sign-in', `${authUrl}${consolePaths.signIn}`],
  ] as const)('429 page: a network has begun too many, each a %s', (kind, url) => {
    const [full, other] = ['198.51.100.7', '203.0.113.7'];
    const from = (address: string) => new Browser(provider, { 'x-forwarded-for': address }).open(url);

    it('with Retry-After, on a page of the service; other networks, and silent requests, go on', async () => {
      const { key } = beginLimit(kind, networkOf(full), MOST_BEGUN);
      expect((await from(full)).status).toBe(303);
      await provider.query('UPDATE counters SET count = $2 WHERE key = $1', [key, MOST_BEGUN - 1]);
      const last = await from('198.51.100.8');
      expect(last.headers.get('location')).not.toBeNull();
      const refused = await from(full);
      expect([refused.status, refused.headers.get('location')]).toEqual([429, null]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_700);
      expect(await refused.text()).toContain(
        'There is too much going on right now. Please try again in 30 minutes.',
      );
      expect((await from(other)).headers.get('location')).not.toBeNull();
      const silent = await new Browser(provider, { 'x-forwarded-for': full }).open(
        authorizationUrl({ prompt: 'none' }),
      );
      expect(locationOf(silent)?.searchParams.get('error')).toBe('login_required');
    });
  });

  it('405: a method that OIDC does not have', async () => {
    const response = await provider.fetch(authorizationUrl(), { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});
