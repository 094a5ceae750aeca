import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

describe('discovery', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  const configuration = `${issuer}/.well-known/openid-configuration`;

  it('GET openid-configuration 200: every address is below the issuer, whatever Host says (OIDC Discovery 4.3)', async () => {
    const response = await provider.fetch(configuration);
    const metadata = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(200);
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/connect/authorize`,
      token_endpoint: `${issuer}/connect/token`,
      end_session_endpoint: `${issuer}/connect/endsession`,
      userinfo_endpoint: `${issuer}/connect/userinfo`,
      jwks_uri: `${issuer}/.well-known/openid-configuration/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['ES256', 'RS256']),
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('GET openid-configuration 200: says all that is offered, and nothing else (OIDC Discovery 3, RFC 8414 2)', async () => {
    const metadata = (await (await provider.fetch(configuration)).json()) as Record<string, unknown>;
    const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
    expect(metadata).toMatchObject({
      scopes_supported: [
        'openid',
        'profile',
        'roles',
        'email',
        'offline_access',
        'resources_accounts_api',
        'resources_business_api',
        'resources_business_api.read',
      ],
      claims_supported: expect.arrayContaining([
        'sub',
        'sid',
        'auth_time',
        'amr',
        'idp',
        'name',
        'role',
        'email',
        'email_verified',
      ]),
      prompt_values_supported: ['none', 'login', 'consent'],
      ui_locales_supported: ['en', 'es', 'ru', 'kk', 'nl'],
      subject_types_supported: ['public'],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'PS256'],
      introspection_endpoint_auth_methods_supported: methods.slice(0, 3),
      revocation_endpoint_auth_methods_supported: methods,
      pushed_authorization_request_endpoint: `${issuer}/connect/par`,
      introspection_endpoint: `${issuer}/connect/introspect`,
      revocation_endpoint: `${issuer}/connect/revocation`,
      check_session_iframe: `${issuer}/connect/checksession`,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
    expect([...(metadata['grant_types_supported'] as string[])].sort()).toEqual([
      'authorization_code',
      'client_credentials',
      'password',
      'refresh_token',
    ]);
    for (const absent of [
      'registration_endpoint',
      'dpop_signing_alg_values_supported',
      'device_authorization_endpoint',
    ])
      expect(metadata).not.toHaveProperty(absent);
  });

  it.each(['', '/jwks'])(
    'GET openid-configuration%s 304: for who has it already (RFC 9110 13.1.2)',
    async (path) => {
      const first = await provider.fetch(configuration + path);
      const etag = first.headers.get('etag') ?? '';
      expect([etag === '', first.headers.get('cache-control')]).toEqual([false, 'public, max-age=300']);
      const again = await provider.fetch(configuration + path, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    },
  );

  it('GET /.well-known/oauth-authorization-server/auth 200: the same, where RFC 8414 3.1 has it', async () => {
    const [first, second] = await Promise.all(
      [configuration, `${authUrl}/.well-known/oauth-authorization-server/auth`].map(async (address) => {
        const answer = await provider.fetch(address, { headers: { origin: 'https://app.example' } });
        return [answer.status, answer.headers.get('cache-control'), await answer.json()];
      }),
    );
    expect(second).toEqual(first);
    expect(second?.[0]).toBe(200);
  });

  it('POST token 400: a secret over plain HTTP, where the issuer is HTTPS (specification)', async () => {
    const behindTls = await provider.addReplica({ AUTH_URL: 'https://id.example' });
    const ask = (endpoint: string, headers: Record<string, string>): Promise<Response> =>
      behindTls.fetch(`/auth/connect/${endpoint}`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'demo-web', client_secret: 'demo-web-secret' }),
        headers,
      });
    for (const endpoint of ['token', 'par', 'introspect', 'revocation']) {
      for (const headers of [{}, { 'x-forwarded-proto': 'http' }] as Record<string, string>[]) {
        const refused = await ask(endpoint, headers);
        expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
          400,
          'invalid_request',
        ]);
      }
    }
    const taken = await ask('token', { 'x-forwarded-proto': 'https' });
    expect(await taken.json()).toMatchObject({
      error_description: "missing required parameter 'grant_type'",
    });
  });

  it("400 for a host name that is not the issuer's (CWE-644)", async () => {
    const response = await provider.fetch(configuration, { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('evil.example');
  });

  it('200 for any Host, of which nothing is made: services ask by an internal name', async () => {
    const request = get(`${provider.url}/auth/.well-known/openid-configuration`, {
      headers: { host: 'evil.example' },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const metadata = await text(response);
    expect([response.statusCode, metadata.includes('evil.example')]).toEqual([200, false]);
    expect(JSON.parse(metadata)).toMatchObject({ issuer });
  });

  it('400 for a form in chunks that is too large; the next request on the connection is answered', async () => {
    const form = new Blob([`grant_type=${'x'.repeat(320 * 1024)}`]).stream();
    const refused = await provider.fetch(`${issuer}/connect/token`, {
      method: 'POST',
      body: form,
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(refused.status).toBe(400);
    expect((await provider.fetch(configuration)).status).toBe(200);
  });

  it('GET jwks 200: one ES256 and one RS256 key, without their private parts', async () => {
    const response = await provider.fetch(`${configuration}/jwks`);
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(keys.map(({ alg }) => alg).sort()).toEqual(['ES256', 'RS256']);
    for (const key of keys) {
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret);
    }
  });

  it('all processes have the same keys', async () => {
    const other = await provider.addReplica();
    const keySets = await Promise.all(
      [provider, other].map(async (replica) => (await replica.fetch(`${configuration}/jwks`)).json()),
    );
    expect(keySets[0]).toEqual(keySets[1]);
  });

  it('405 with Allow for a method that an endpoint does not have; 404 for anything else', async () => {
    const wrong = await provider.fetch(`${issuer}/connect/token`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    const unknown = await provider.fetch(`${issuer}/connect/registration`, { method: 'POST' });
    expect(unknown.status).toBe(404);
  });

  const wrongAddresses = ['/auth', '/auth/console/nope', '/auth/nope/deeper?a=b'];
  it.each(wrongAddresses)('404: %s is a page with a way back for browsers', async (path) => {
    const response = await provider.fetch(path, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'es' },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toContain('<html lang="es">');
    expect(page).toContain('href="/auth/console"');
  });
  const browser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'ru' };
  const json = { 'content-type': 'application/json' };
  const unreadable: { name: string; path: string; init: RequestInit; status: number }[] = [
    { name: 'sign-in', path: '/auth/sign-in/x', init: { body: '{}', headers: json }, status: 415 },
    { name: 'console', path: '/auth/console/password', init: { body: '{}', headers: json }, status: 415 },
    {
      name: 'forgotten password',
      path: '/auth/forgotten-password',
      init: { body: new URLSearchParams({ email: 'x'.repeat(60_000) }) },
      status: 413,
    },
    { name: 'authorize', path: '/auth/connect/authorize', init: { body: '{}', headers: json }, status: 415 },
    {
      name: 'endsession',
      path: '/auth/connect/endsession',
      init: { body: new URLSearchParams({ state: 'x'.repeat(9_000) }) },
      status: 413,
    },
    { name: 'endsession', path: '/auth/connect/endsession', init: { method: 'PUT' }, status: 405 },
  ];
  it.each(unreadable)(
    '$status: what $name cannot read is a page for browsers, in their language',
    async (one) => {
      const init = { method: 'POST', ...one.init };
      const page = await provider.fetch(one.path, { ...init, headers: { ...browser, ...init.headers } });
      expect([page.status, page.headers.get('vary')]).toEqual([one.status, 'accept, accept-language']);
      expect(await page.text()).toContain('<html lang="ru">');
      const problem = await provider.fetch(one.path, init);
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        one.status,
        expect.stringMatching(/^application\/problem\+json/),
      ]);
    },
  );
  it.each(['*/*', 'image/png', 'application/json', 'text/html'])(
    '400: what is wrong at an endpoint for people is a page, whatever Accept says: %s',
    async (accept) => {
      for (const path of [
        'authorize?client_id=nobody',
        'endsession?id_token_hint=x',
        'endsession?client_id=nobody',
      ]) {
        const response = await provider.fetch(`${issuer}/connect/${path}`, { headers: { accept } });
        expect([response.status, response.headers.get('content-type')]).toEqual([
          400,
          'text/html; charset=utf-8',
        ]);
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    },
  );
  it.each(['token', 'userinfo', 'identitytokenvalidation'])(
    '413 or 415: a problem at %s, whatever Accept says',
    async (name) => {
      const init = { method: 'POST', body: 'x'.repeat(60_000), headers: { ...browser, ...json } };
      const response = await provider.fetch(`${issuer}/connect/${name}`, init);
      expect([413, 415]).toContain(response.status);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    },
  );

  const programs = ['application/json', '*/*', 'application/problem+json, text/html;q=0.5'];
  it.each(programs)('404: a problem for programs that accept %s', async (accept) => {
    for (const path of wrongAddresses) {
      const response = await provider.fetch(path, { headers: { accept } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  });

  it('413 for a body that nobody can need', async () => {
    const response = await provider.fetch(`${issuer}/connect/token`, {
      method: 'POST',
      body: 'a'.repeat(60_000),
    });
    expect(response.status).toBe(413);
  });
});
