import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenAudience } from '@safety/contracts';
import { eventually } from '@safety/testing';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { Browser, locationOf } from '../testing/browser.js';
import { registerEs256Client } from '../testing/es256-client.js';
import {
  authorizationUrl,
  codeOf,
  credentials,
  pkce,
  redeem,
  refresh,
  requestToken,
  signIn,
  type Tokens,
  tokensFor,
  user,
  webClient,
} from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

describe('authorization code', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('a standard client signs a user in: code, ID token, access token, refresh token, userinfo', async () => {
    const execute = [client.allowInsecureRequests];
    const config = await client.discovery(
      new URL(issuer),
      webClient.client_id,
      webClient.client_secret,
      undefined,
      {
        execute,
        [client.customFetch]: (url, options) => provider.fetch(url, options as RequestInit),
      },
    );
    const { verifier, challenge } = pkce();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: webClient.redirect_uri,
      scope: 'openid profile roles email offline_access resources_business_api',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const answer = await signIn(new Browser(provider), url);
    expect(answer.status).toBe(303);
    const callback = locationOf(answer) as URL;
    expect([...callback.searchParams.keys()].sort()).toEqual(['code', 'iss', 'session_state', 'state']);

    const tokens = await client.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: 'a-state',
      expectedNonce: 'a-nonce',
    });
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 1800,
      refresh_token: expect.any(String),
    });
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: issuer,
      aud: webClient.client_id,
      sub: user.id,
      nonce: 'a-nonce',
      sid: expect.any(String),
      auth_time: expect.any(Number),
      nbf: expect.any(Number),
      amr: ['pwd'],
      acr: 'urn:safety:acr:password',
      idp: 'local',
      name: 'Ada Admin',
      given_name: 'Ada',
      family_name: 'Admin',
      email: user.email,
    });
    const roles = user.roles.map(({ id, companyId, roleId, isEventManager }) => ({
      id,
      cid: companyId,
      rid: roleId,
      evm: isEventManager,
    }));
    expect(JSON.parse(String(claims?.['role']))).toEqual(roles);

    const info = await client.fetchUserInfo(config, tokens.access_token, user.id);
    expect(info).toMatchObject({ sub: user.id, email: user.email });
    const renewed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
    const { auth_time, amr, acr }: Record<string, unknown> = { ...claims };
    for (const { access_token } of [tokens, renewed])
      expect(decodeJwt(access_token)).toMatchObject({ auth_time, amr, acr });
    expect(renewed.claims()?.['sid']).toBe(claims?.['sid']);
  });

  it('the access token is an ES256 at+jwt with the audience, session and grant (RFC 9068 2)', async () => {
    const tokens = await tokensFor(provider);
    const jwks = createRemoteJWKSet(new URL(`${provider.url}/auth/.well-known/openid-configuration/jwks`));
    const { payload, protectedHeader } = await jwtVerify(tokens.access_token, jwks, {
      issuer,
      audience: accessTokenAudience(authUrl),
      typ: 'at+jwt',
    });
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload).toMatchObject({
      sub: user.id,
      client_id: webClient.client_id,
      scope: tokens.scope,
      sid: decodeJwt(tokens.id_token)['sid'],
      grant_id: expect.any(String),
      jti: expect.any(String),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(1800);
  });

  it('a client that asks for ES256 gets such ID tokens, renewed ones too (OIDC Registration 2)', async () => {
    const es256 = await registerEs256Client(provider);
    const browser = new Browser(provider);
    const tokens = await tokensFor(provider, browser, es256);
    const renewed = (await (await refresh(provider, tokens.refresh_token, es256)).json()) as Tokens;
    const jwks = createRemoteJWKSet(new URL(`${provider.url}/auth/.well-known/openid-configuration/jwks`));
    for (const { id_token } of [tokens, renewed]) {
      const expected = { issuer, audience: es256.client_id, algorithms: ['ES256'] };
      const { payload, protectedHeader } = await jwtVerify(id_token, jwks, expected);
      expect(payload).toMatchObject({ sub: user.id, sid: expect.any(String) });
      expect(protectedHeader.typ).toBeUndefined();
    }
    const hint = { prompt: 'none', id_token_hint: renewed.id_token };
    expect(codeOf(await browser.open(authorizationUrl(hint, es256)))).toBeTruthy();
    const userinfo = (token: string) =>
      provider.fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect((await userinfo(renewed.access_token)).status).toBe(200);
    expect((await userinfo(renewed.id_token)).status).toBe(401);
  });

  it('303 login_required: another user than that of id_token_hint signed in (OIDC Core 3.1.2.1)', async () => {
    const { id_token } = await tokensFor(provider);
    const url = authorizationUrl({ id_token_hint: id_token });
    const browser = new Browser(provider);
    const answer = await signIn(browser, url, { ...credentials, email: 'both@demo.example' });
    expect(locationOf(answer)?.searchParams.get('error')).toBe('login_required');
    expect(locationOf(answer)?.searchParams.has('code')).toBe(false);
    expect(codeOf(await signIn(new Browser(provider), url))).toBeTruthy();
  });

  it('response_mode=form_post answers with a page that posts to the client', async () => {
    const answer = await signIn(new Browser(provider), authorizationUrl({ response_mode: 'form_post' }));
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain(`action="${webClient.redirect_uri}"`);
    for (const name of ['code', 'state', 'session_state']) expect(page).toContain(`name="${name}"`);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/script-src 'nonce-[^']+';/);
    expect(policy).not.toContain('form-action');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('400: a sign-in that is gone, whose address asks for response_mode=form_post', async () => {
    const asked = new URL(authorizationUrl({ response_mode: 'form_post' }), provider.url);
    const gone = `${asked.pathname}/gone${asked.search}`;
    expect((await new Browser(provider).open(gone)).status).toBe(400);
  });

  it('a second client of the same browser needs no second sign-in, and gets the same session', async () => {
    const browser = new Browser(provider);
    const first = await tokensFor(provider, browser);
    const { redirect_uri } = { redirect_uri: 'http://localhost:9091/callback' };
    const second = { client_id: 'demo-second', client_secret: 'demo-second-secret', redirect_uri };
    const answer = await browser.open(authorizationUrl({}, second));
    expect(locationOf(answer)?.origin).toBe('http://localhost:9091');
    const tokens = (await (await redeem(provider, codeOf(answer), second)).json()) as Tokens;
    expect(decodeJwt(tokens.id_token)['sid']).toBe(decodeJwt(first.id_token)['sid']);
  });

  it('prompt=login asks again; prompt=none never asks', async () => {
    const browser = new Browser(provider);
    const unknown = await browser.open(authorizationUrl({ prompt: 'none' }));
    expect(locationOf(unknown)?.searchParams.get('error')).toBe('login_required');
    await tokensFor(provider, browser);
    const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
    expect(codeOf(silent)).toBeTruthy();
    const asked = await browser.open(authorizationUrl({ prompt: 'login' }));
    expect(locationOf(asked)?.pathname).toMatch(/^\/auth\/sign-in\//);
  });

  it('max_age: a session that is too old renews no grant before the user has signed in again', async () => {
    const browser = new Browser(provider);
    const { id_token } = await tokensFor(provider, browser);
    const { sid } = decodeJwt(id_token);
    const ask = async () => locationOf(await browser.open(authorizationUrl({ max_age: '1' })))?.pathname;
    await eventually(async () => expect(await ask()).toMatch(/^\/auth\/sign-in\//));
    await provider.query('DELETE FROM grants WHERE sid = $1', [sid]);
    expect(await ask()).toMatch(/^\/auth\/sign-in\//);
    expect(await provider.query('SELECT FROM grants WHERE sid = $1', [sid])).toEqual([]);
    expect(codeOf(await signIn(browser, authorizationUrl({ max_age: '1' })))).toBeTruthy();
    expect(await provider.query('SELECT FROM grants WHERE sid = $1', [sid])).toHaveLength(1);
  });

  it('a public client signs in with PKCE and without a secret', async () => {
    const spa = { client_id: 'demo-spa', redirect_uri: 'http://localhost:9092/callback' };
    const { verifier, challenge } = pkce();
    const url = authorizationUrl({ code_challenge: challenge, code_challenge_method: 'S256' }, spa);
    const code = codeOf(await signIn(new Browser(provider), url));
    const response = await redeem(provider, code, {
      ...spa,
      client_secret: undefined,
      code_verifier: verifier,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('GET userinfo 200: the claims of the scopes, without nbf, which is of tokens (OIDC Core 5.3.2)', async () => {
    const { access_token } = await tokensFor(provider);
    const response = await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const claims = (await response.json()) as Record<string, unknown>;
    expect(claims).toMatchObject({ sub: user.id, idp: 'local', email: user.email });
    expect(claims).not.toHaveProperty('nbf');
  });

  it('HTTP Basic authenticates a client as well as the form does (RFC 6749 2.3.1)', async () => {
    const code = codeOf(await signIn(new Browser(provider), authorizationUrl()));
    const { client_id, client_secret, redirect_uri } = webClient;
    const form = { grant_type: 'authorization_code', code, redirect_uri };
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    expect((await requestToken(provider, form, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  it('a browser application may call from its own origin alone', async () => {
    const call = (origin: string): Promise<Response> =>
      requestToken(
        provider,
        { grant_type: 'refresh_token', client_id: 'demo-spa', refresh_token: 'x' },
        { origin },
      );
    const own = await call('http://localhost:9092');
    expect(own.headers.get('access-control-allow-origin')).toBe('http://localhost:9092');
    const foreign = await call('https://evil.example');
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null]);
  });

  it.each([
    ['token', 'POST'],
    ['par', 'POST'],
    ['revocation', 'POST'],
    ['introspect', 'POST'],
    ['userinfo', 'GET, HEAD, POST'],
  ])(
    '405 with Allow: OPTIONS of /auth/connect/%s, unless a browser asks before a call',
    async (name, methods) => {
      const address = `${issuer}/connect/${name}`;
      const plain = await provider.fetch(address, { method: 'OPTIONS' });
      expect([plain.status, plain.headers.get('allow')]).toEqual([405, methods]);
      expect(await plain.json()).toMatchObject({ code: 'method-not-allowed' });
      const headers = { origin: 'http://localhost:9092', 'access-control-request-method': 'POST' };
      expect((await provider.fetch(address, { method: 'OPTIONS', headers })).status).toBe(204);
    },
  );

  it('a user who is disabled is asked to sign in again, and cannot', async () => {
    const browser = new Browser(provider);
    const other = { ...credentials, email: 'manager@demo.example' };
    await signIn(browser, authorizationUrl(), other);
    await provider.query("UPDATE users SET disabled = true WHERE email = 'manager@demo.example'");
    const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
    expect(locationOf(silent)?.searchParams.get('error')).toBe('interaction_required');
    const page = await signIn(browser, authorizationUrl(), other);
    expect([page.status, (await page.text()).includes('role="alert"')]).toEqual([200, true]);
  });

  it('of twenty redemptions of one code at two processes exactly one succeeds', async () => {
    const other = await provider.addReplica();
    const code = codeOf(await signIn(new Browser(provider), authorizationUrl()));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem(index % 2 === 0 ? provider : other, code)),
    );
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { error?: string }[];
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(bodies.filter(({ error }) => error === 'invalid_grant')).toHaveLength(19);
  });
});
