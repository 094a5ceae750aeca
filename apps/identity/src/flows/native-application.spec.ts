import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  type Parameters,
  pkce,
  redeem,
  refresh,
  signIn,
  type Tokens,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

describe('a native application (RFC 8252)', () => {
  const { verifier, challenge } = pkce();
  const own = 'com.example.app:/callback';
  /** Registered with their port, or by a name: taken as they are written. */
  const exact = ['http://localhost/callback', 'http://127.0.0.1:3000/exact'];
  let provider: IdentityUnderTest;
  let client_id: string;
  beforeAll(async () => {
    provider = await startIdentity();
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const { client } = await registry.create(operator, null, {
      name: 'Tablet',
      authMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'offline_access'],
      redirectUris: [own, 'http://127.0.0.1/callback', ...exact],
      postLogoutRedirectUris: ['http://127.0.0.1/bye', ...exact],
    });
    client_id = client.id;
  });
  afterAll(() => provider.close());

  const request = (redirect_uri: string, more: Parameters = {}): URL =>
    authorizationUrl({
      ...{ client_id, redirect_uri, scope: 'openid offline_access', response_mode: undefined },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...more },
    });
  it.each([own, 'http://127.0.0.1:51004/callback', 'http://127.0.0.1/callback', ...exact])(
    'signs in at %s with PKCE, and renews',
    async (redirect_uri) => {
      const answer = await signIn(new Browser(provider), request(redirect_uri));
      expect(locationOf(answer)?.href.startsWith(`${redirect_uri}?`)).toBe(true);
      const client = { client_id, client_secret: undefined };
      const code = codeOf(answer);
      const response = await redeem(provider, code, { ...client, redirect_uri, code_verifier: verifier });
      expect(response.status).toBe(200);
      const { refresh_token } = (await response.json()) as Tokens;
      expect((await refresh(provider, refresh_token, { ...client })).status).toBe(200);
    },
  );

  it('the user is asked each time, also when signed in: another application may pass for it (8.6)', async () => {
    const browser = new Browser(provider);
    await signIn(browser, request(own));
    await provider.query('DELETE FROM grants WHERE client_id = $1', [client_id]);
    expect(locationOf(await browser.open(request(own)))?.pathname).toMatch(/^\/auth\/consent\//);
    const silent = locationOf(await browser.open(request(own, { prompt: 'none' })));
    expect(silent?.searchParams.get('error')).toBe('interaction_required');
    expect(await provider.query('SELECT FROM grants WHERE client_id = $1', [client_id])).toEqual([]);
  });

  it.each([
    ['no code_challenge', own, { code_challenge: undefined, code_challenge_method: undefined }],
    ['another port of a name', 'http://localhost:51004/callback', {}],
    ['another port than the one that is registered', 'http://127.0.0.1:51004/exact', {}],
    ['a port that there is not', 'http://127.0.0.1:99999/callback', {}],
    ['another path of the loopback address', 'http://127.0.0.1:51004/other', {}],
    ['another address', 'http://127.0.0.2:51004/callback', {}],
    ['another path of the scheme', 'com.example.app:/other', {}],
  ])('GET authorize: refused with %s', async (_, redirectUri, more) => {
    const answer = await new Browser(provider).open(request(redirectUri, more));
    const error = locationOf(answer)?.searchParams.get('error') ?? (await answer.text());
    expect(error).toMatch(/invalid_request|invalid_redirect_uri/);
  });

  it.each([
    ['http://127.0.0.1:51004/bye', 303],
    ['http://localhost/callback', 303],
    ['http://localhost:51004/callback', 400],
    ['http://127.0.0.1:51004/exact', 400],
  ])('GET endsession: %s is %i after sign-out', async (uri, status) => {
    const query = new URLSearchParams({ client_id, post_logout_redirect_uri: uri });
    const answer = await new Browser(provider).open(`${issuer}/connect/endsession?${query}`);
    expect(answer.status).toBe(status);
  });

  it('a frame without an origin may not call for it', async () => {
    const answer = await provider.fetch(`${issuer}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id, grant_type: 'refresh_token', refresh_token: 'x' }),
      headers: { origin: 'null' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
