import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenAudience } from '@safety/contracts';
import { demoPassword } from '@safety/demo-data';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  everyScope,
  type Parameters,
  passwordClient,
  refresh,
  requestToken,
  type Tokens,
  user,
} from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const good = {
  grant_type: 'password',
  username: user.email,
  password: demoPassword,
  scope: everyScope,
  ...passwordClient,
};

const refusals: { name: string; form: Parameters; status: number; error: string }[] = [
  {
    name: 'a wrong password (RFC 6749 5.2)',
    form: { password: 'wrong' },
    status: 400,
    error: 'invalid_grant',
  },
  { name: 'an unknown user', form: { username: 'nobody@demo.example' }, status: 400, error: 'invalid_grant' },
  { name: 'a user name with U+0000', form: { username: 'a\u0000b' }, status: 400, error: 'invalid_grant' },
  {
    name: 'a very long password',
    form: { password: 'a'.repeat(10_000) },
    status: 400,
    error: 'invalid_grant',
  },
  {
    name: 'no user name (RFC 6749 4.3.2)',
    form: { username: undefined },
    status: 400,
    error: 'invalid_request',
  },
  {
    name: 'no password (RFC 6749 4.3.2)',
    form: { password: undefined },
    status: 400,
    error: 'invalid_request',
  },
  { name: 'no scope (specification)', form: { scope: undefined }, status: 400, error: 'invalid_request' },
  {
    name: 'an unregistered scope',
    form: { scope: 'resources_business_api.read' },
    status: 400,
    error: 'invalid_scope',
  },
  {
    name: 'a resource that is not ours (RFC 8707 2)',
    form: { resource: 'https://evil.example/' },
    status: 400,
    error: 'invalid_target',
  },
  {
    name: 'a wrong secret (RFC 6749 5.2)',
    form: { client_secret: 'wrong' },
    status: 401,
    error: 'invalid_client',
  },
  {
    name: 'no secret (RFC 6749 3.2.1)',
    form: { client_secret: undefined },
    status: 401,
    error: 'invalid_client',
  },
  { name: 'an unknown client', form: { client_id: 'nobody' }, status: 401, error: 'invalid_client' },
  { name: 'no client', form: { client_id: undefined }, status: 400, error: 'invalid_request' },
  {
    name: 'a client that may not use it (specification, RFC 6749 5.2)',
    form: { client_id: 'demo-web', client_secret: 'demo-web-secret' },
    status: 400,
    error: 'unauthorized_client',
  },
  {
    name: 'a public client (RFC 9700 2.4)',
    form: { client_id: 'demo-spa', client_secret: undefined },
    status: 400,
    error: 'unauthorized_client',
  },
  {
    name: 'an unknown grant type (RFC 6749 5.2)',
    form: { grant_type: 'rubbish' },
    status: 400,
    error: 'unsupported_grant_type',
  },
  { name: 'no grant type', form: { grant_type: undefined }, status: 400, error: 'invalid_request' },
];

describe('password', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('POST /auth/connect/token 200: access and refresh token; no cookie, session or ID token', async () => {
    const response = await requestToken(provider, good);
    const tokens = (await response.json()) as Tokens;
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(tokens).sort()).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type',
    ]);
    expect(tokens).toMatchObject({ expires_in: 1800, token_type: 'Bearer', scope: everyScope });
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: user.id,
      client_id: 'demo-password',
      iss: issuer,
    });
    expect(decodeJwt(tokens.access_token)).not.toHaveProperty('sid');
  });

  it('without offline_access there is no refresh token (specification)', async () => {
    const response = await requestToken(provider, { ...good, scope: 'openid resources_business_api' });
    expect(await response.json()).not.toHaveProperty('refresh_token');
  });

  it('a resource that is ours changes nothing (RFC 8707 2)', async () => {
    const response = await requestToken(provider, { ...good, resource: accessTokenAudience(authUrl) });
    const { access_token } = (await response.json()) as Tokens;
    expect(decodeJwt(access_token)['aud']).toBe(accessTokenAudience(authUrl));
  });

  it('the address is the same in any case', async () => {
    const response = await requestToken(provider, { ...good, username: ' Admin@DEMO.example ' });
    expect(response.status).toBe(200);
  });

  it('a renewed access token is still a JWT of the same scope, and there is still no ID token', async () => {
    const first = (await (await requestToken(provider, good)).json()) as Tokens;
    const response = await refresh(provider, first.refresh_token, passwordClient);
    const renewed = (await response.json()) as Tokens;
    expect(response.status).toBe(200);
    expect(renewed).not.toHaveProperty('id_token');
    expect(decodeJwt(renewed.access_token)['scope']).toBe(everyScope);
    const again = await refresh(provider, renewed.refresh_token, passwordClient);
    expect(await again.json()).not.toHaveProperty('id_token');
  });

  it.each(refusals)('$status $error: $name', async ({ form, status, error }) => {
    const response = await requestToken(provider, { ...good, ...form });
    const body = (await response.json()) as { error: string };
    expect({ status: response.status, error: body.error }).toEqual({ status, error });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('an unknown user and a wrong password get the same answer', async () => {
    const answers = await Promise.all(
      [{ username: 'nobody@demo.example' }, { password: 'wrong' }].map(async (form) => {
        const response = await requestToken(provider, { ...good, ...form });
        return { status: response.status, body: await response.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it('a failure is JSON, even for a browser', async () => {
    const response = await requestToken(provider, { ...good, password: 'wrong' }, { accept: 'text/html' });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('PASSWORD_GRANT=off: unsupported_grant_type for every client, and discovery does not offer it', async () => {
    const without = await provider.addReplica({ PASSWORD_GRANT: 'off' });
    const answer = await requestToken(without, good);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
    const offered = async (at: Pick<IdentityUnderTest, 'fetch'>) => {
      const metadata = await at.fetch(`${issuer}/.well-known/openid-configuration`);
      return ((await metadata.json()) as { grant_types_supported: string[] }).grant_types_supported;
    };
    expect([await offered(provider), await offered(without)]).toEqual([
      expect.arrayContaining(['password']),
      expect.not.arrayContaining(['password']),
    ]);
  });

  it('the access token says when and how the user signed in, a renewed one the same (RFC 9068 2.2.1)', async () => {
    const { access_token, refresh_token } = (await (await requestToken(provider, good)).json()) as Tokens;
    const first = decodeJwt(access_token);
    expect(first).toMatchObject({ amr: ['pwd'], acr: 'urn:safety:acr:password' });
    expect(Math.abs(Number(first['auth_time']) - Number(first.iat))).toBeLessThanOrEqual(1);
    const renewed = (await (await refresh(provider, refresh_token, passwordClient)).json()) as Tokens;
    const { amr, acr, auth_time } = decodeJwt(renewed.access_token);
    expect({ amr, acr }).toEqual({ amr: first['amr'], acr: first['acr'] });
    expect(Math.abs(Number(auth_time) - Number(first['auth_time']))).toBeLessThanOrEqual(1);
  });
});
