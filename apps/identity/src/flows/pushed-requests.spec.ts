import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recordedNetwork, runInRequestContext } from '@safety/platform';
import { UnsecuredJWT } from 'jose';
import { BegunSignIns } from '../people/users/begun-sign-ins.js';
import { beginLimit } from '../people/users/sign-in-limits.js';
import { keptBytes, MOST_BYTES } from '../provider/policy/parameter-lengths.js';
import { digestOf } from '../storage/encryption/digest-of.js';
import { RedisConnection } from '../storage/redis/redis-connection.js';
import { ShortLived } from '../storage/short-lived/short-lived.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  credentials,
  type Parameters,
  pkce,
  redeem,
  signIn,
  type Tokens,
  tokensAndCode,
  webClient,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { networkOf } from '../throttling/client-address.js';

const { client_id, client_secret } = webClient;

describe('pushed authorization requests', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const push = async (
    parameters: Parameters = {},
    authentication: Parameters = { client_id, client_secret },
  ) => {
    const form = { ...Object.fromEntries(authorizationUrl(parameters).searchParams), ...authentication };
    const response = await provider.fetch(`${issuer}/connect/par`, {
      method: 'POST',
      body: new URLSearchParams(form as Record<string, string>),
    });
    return {
      status: response.status,
      ...((await response.json()) as { request_uri: string; expires_in: number }),
    };
  };
  const authorize = (request_uri: string, client = client_id): URL => {
    const url = new URL(`${issuer}/connect/authorize`);
    url.search = new URLSearchParams({ client_id: client, request_uri }).toString();
    return url;
  };

  it.each([
    ['nonce', 512, 'x'],
    ['state', 4096, 'x'],
    ['login_hint', 512, 'x'],
    ['state', 4096 / 4, '"'],
    ['state', 4096 / 4, '\\'],
    ['nonce', 512 / 2, 'é'],
    ['login_hint', 512 / 4, '🦺'],
    ['nonce', Math.floor(512 / 7), '\u0001'],
  ])('POST par 400: %s of more than %d times %j, in bytes as it is kept', async (name, most, character) => {
    expect(await push({ [name]: character.repeat(most) })).toMatchObject({ status: 201 });
    expect(await push({ [name]: character.repeat(most + 1) })).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
  });

  /** The bytes of what Redis keeps under the only key of a kind. */
  const bytesOfOnly = async (kind: string): Promise<number> => {
    const { client: redis } = provider.app.get(RedisConnection, { strict: false });
    const keys = await redis.keys(`identity:${kind}:*`);
    expect(keys).toHaveLength(1);
    return redis.hstrlen(keys[0] as string, 'value');
  };

  /** The bytes of a sign-in of a browser in which nobody is signed in. */
  const bytesOfSignIn = async (address: URL): Promise<number> => {
    const { client: redis } = provider.app.get(RedisConnection, { strict: false });
    for (const key of await redis.keys('identity:interaction:*')) await redis.del(key);
    const page = locationOf(await new Browser(provider).open(address));
    expect(page?.pathname).toMatch(/^\/auth\/sign-in\//);
    return bytesOfOnly('interaction');
  };

  it.each(['x', '"', '\u0001'])(
    'the longest of %j is kept in as many bytes as the settings say',
    async (character) => {
      const { client: redis } = provider.app.get(RedisConnection, { strict: false });
      for (const key of await redis.keys('identity:pushed-request:*')) await redis.del(key);
      const longest = (name: string) => {
        const most = MOST_BYTES[name] ?? 0;
        return character.repeat(Math.floor(most / keptBytes(character)));
      };
      const free = ['acr_values', 'claims_locales', 'login_hint', 'nonce', 'state', 'ui_locales'];
      // Others have to be what they are, and are no longer than this.
      const others = Object.keys(MOST_BYTES).filter((name) => !free.includes(name));
      const bytesOfOthers = others.reduce((sum, name) => sum + (MOST_BYTES[name] ?? 0), 0);
      const { request_uri } = await push(Object.fromEntries(free.map((name) => [name, longest(name)])));
      const pushed = await bytesOfOnly('pushed-request');
      // Base64 within base64.
      expect(pushed + (bytesOfOthers * 16) / 9).toBeLessThan(32_000);
      const kept = await bytesOfSignIn(authorize(request_uri));
      expect(kept + (bytesOfOthers * 4) / 3).toBeLessThan(26_000);
    },
  );

  it.each(['id_token_hint', 'login_hint'])('%s is kept once, as it is counted', async (name) => {
    const { id_token } = (await tokensAndCode(provider, new Browser(provider))).tokens;
    const hint = name === 'login_hint' ? 'x'.repeat(512) : id_token;
    const before = await bytesOfSignIn(authorizationUrl());
    const grown = (await bytesOfSignIn(authorizationUrl({ [name]: hint }))) - before;
    // Its name, and base64.
    expect(grown).toBeLessThan((hint.length + 100) * (4 / 3));
  });

  it('POST par 429: a network has pushed as many in a minute as it may begin sign-ins; others go on', async () => {
    const from = (address: string) => {
      const form = { ...Object.fromEntries(authorizationUrl().searchParams), client_id, client_secret };
      const headers = { 'x-forwarded-for': address, origin: new URL(webClient.redirect_uri).origin };
      const init = { method: 'POST', body: new URLSearchParams(form), headers };
      return provider.fetch(`${issuer}/connect/par`, init);
    };
    const { key, most } = beginLimit('pushed-request', networkOf('198.51.100.7'), 3_000);
    expect((await from('198.51.100.7')).status).toBe(201);
    await provider.query('UPDATE counters SET count = $2 WHERE key = $1', [key, most - 1]);
    expect((await from('198.51.100.8')).status).toBe(201);
    const refused = await from('198.51.100.7');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      {
        error: 'temporarily_unavailable',
        error_description: 'too many requests were pushed from this network',
      },
    ]);
    expect(refused.headers.get('access-control-expose-headers')).toBe('WWW-Authenticate, Retry-After');
    const wait = Number(refused.headers.get('retry-after'));
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    expect((await from('203.0.113.7')).status).toBe(201);
  });

  it.each(['198.51.100.7', '203.0.113.7'])(
    '%s is in the log by its network, once it is refused',
    async (address) => {
      const begun = provider.app.get(BegunSignIns, { strict: false });
      const { key, most } = beginLimit('console-sign-in', networkOf(address), 3_000);
      const context: { network?: string } = {};
      const count = () =>
        runInRequestContext(context, () =>
          begun.count('console-sign-in', { headers: { 'x-forwarded-for': address }, socket: {} }),
        );
      await count();
      await provider.query('UPDATE counters SET count = $2 WHERE key = $1', [key, most]);
      expect(context).toEqual({});
      await count();
      expect(context).toEqual({ network: recordedNetwork(address) });
    },
  );

  it('POST par 201: the request is kept for a minute, and leads to the same answer (RFC 9126 2.2, 4)', async () => {
    const { verifier, challenge } = pkce();
    const pushed = await push({ state: 'pushed', code_challenge: challenge, code_challenge_method: 'S256' });
    expect(pushed).toEqual({
      status: 201,
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:/),
      expires_in: 60,
    });
    const answer = await signIn(browser, authorize(pushed.request_uri));
    expect(locationOf(answer)?.searchParams.get('state')).toBe('pushed');
    const tokens = (await (
      await redeem(provider, codeOf(answer), { code_verifier: verifier })
    ).json()) as Tokens;
    expect(tokens.scope.split(' ')).toContain('offline_access');
    expect(tokens.refresh_token).toBeDefined();
  });

  it('303 invalid_request_uri: a second time (RFC 9126 7.3)', async () => {
    const { request_uri } = await push();
    expect(codeOf(await signIn(browser, authorize(request_uri)))).toBeTruthy();
    const again = await browser.open(authorize(request_uri));
    expect([again.status, (await again.text()).includes('invalid_request_uri')]).toEqual([400, true]);
  });

  it('303 invalid_request_uri: at the end of a second sign-in, also while Redis does not have it', async () => {
    const { request_uri } = await push();
    const id = request_uri.slice('urn:ietf:params:oauth:request_uri:'.length);
    const key = `identity:pushed-request:${digestOf(id).toString('base64url')}`;
    const { client: redis } = provider.app.get(RedisConnection, { strict: false });
    const signsIn = async (one: Browser) => {
      const page = locationOf(await one.open(authorize(request_uri))) as URL;
      const next = locationOf(await one.submit(page, credentials)) as URL;
      return async () => locationOf(await one.open(next))?.searchParams;
    };
    const [first, second] = [await signsIn(browser), await signsIn(new Browser(provider))];
    const kept = (await redis.dumpBuffer(key)) as Buffer;
    expect(await redis.del(key)).toBe(1);
    expect((await first())?.get('code')).toBeTruthy();
    expect(Object.fromEntries((await second()) ?? [])).toMatchObject({ error: 'invalid_request_uri' });
    // It comes back as it was, as it does with a Redis that was away.
    await redis.restore(key, 60_000, kept);
    const again = locationOf(await browser.open(authorize(request_uri)));
    expect(again?.searchParams.get('error')).toBe('invalid_request_uri');
  });

  it('a request pushed by one client is of no use to another (RFC 9126 2.2)', async () => {
    const { request_uri } = await push();
    const response = await browser.open(authorize(request_uri, 'demo-second'));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  it('what is added to the address of a pushed request does not count (RFC 9126 4)', async () => {
    const { request_uri } = await push({ state: 'pushed' });
    const url = authorize(request_uri);
    url.searchParams.set('scope', 'openid resources_business_api.read');
    url.searchParams.set('redirect_uri', 'https://evil.example/');
    const answer = await signIn(browser, url);
    expect(locationOf(answer)?.origin).toBe('http://localhost:9090');
  });

  it('303 unsupported_response_mode: a request in store that asks for the fragment is refused in the query', async () => {
    const parameters = Object.fromEntries(authorizationUrl({ response_mode: 'fragment' }).searchParams);
    const request = new UnsecuredJWT(parameters)
      .setIssuer(client_id)
      .setAudience(issuer)
      .setExpirationTime('1 minute')
      .encode();
    const id = 'in-store';
    const now = Math.floor(Date.now() / 1000);
    const stored = { kind: 'PushedAuthorizationRequest', iat: now, exp: now + 60, request, trusted: [] };
    await provider.app
      .get(ShortLived, { strict: false })
      .set(`pushed-request:${digestOf(id).toString('base64url')}`, JSON.stringify(stored), 60);
    const answer = await browser.open(authorize(`urn:ietf:params:oauth:request_uri:${id}`));
    const location = locationOf(answer);
    expect([answer.status, location?.hash, location?.searchParams.get('error')]).toEqual([
      303,
      '',
      'unsupported_response_mode',
    ]);
  });

  const refusals: {
    name: string;
    parameters?: Parameters;
    authentication?: Parameters;
    status: number;
    error: string;
  }[] = [
    {
      name: 'a wrong secret (RFC 9126 2.1)',
      authentication: { client_id, client_secret: 'wrong' },
      status: 401,
      error: 'invalid_client',
    },
    { name: 'no secret', authentication: { client_id }, status: 401, error: 'invalid_client' },
    {
      name: 'an address that is not registered',
      parameters: { redirect_uri: 'https://evil.example/' },
      status: 400,
      error: 'invalid_request',
    },
    {
      name: 'a scope that is not registered',
      parameters: { scope: 'openid resources_business_api.read' },
      status: 400,
      error: 'invalid_scope',
    },
    {
      name: 'a request_uri in it (RFC 9126 2.1)',
      parameters: { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      status: 400,
      error: 'request_uri_not_supported',
    },
    {
      name: 'a resource that is not ours',
      parameters: { resource: 'https://evil.example/' },
      status: 400,
      error: 'invalid_target',
    },
    {
      name: 'an answer in the fragment (RFC 9700 4.2)',
      parameters: { response_mode: 'fragment' },
      status: 400,
      error: 'unsupported_response_mode',
    },
    {
      name: 'the implicit flow (RFC 9700 2.1.2)',
      parameters: { response_type: 'token' },
      status: 400,
      error: 'unsupported_response_type',
    },
    {
      name: 'the hybrid flow, in the fragment',
      parameters: { response_type: 'code id_token', response_mode: 'fragment' },
      status: 400,
      error: 'unsupported_response_mode',
    },
    {
      name: 'a public client without PKCE',
      parameters: { client_id: 'demo-spa', redirect_uri: 'http://localhost:9092/callback' },
      authentication: {},
      status: 400,
      error: 'invalid_request',
    },
  ];
  it.each(refusals)(
    'POST par $status $error: $name',
    async ({ parameters, authentication, status, error }) => {
      expect(await push(parameters, authentication)).toMatchObject({ status, error });
    },
  );

  it.each(['urn:ietf:params:oauth:request_uri:guessed', 'urn:ietf:params:oauth:request_uri:'])(
    '400 page: an unknown request_uri %s',
    async (uri) => {
      const response = await browser.open(authorize(uri));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    },
  );
});
