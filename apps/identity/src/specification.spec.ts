import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoPassword } from '@safety/demo-data';
import { decodeJwt } from 'jose';
import { Browser, locationOf } from './testing/browser.js';
import { answerFields } from './testing/conformance/steps.js';
import {
  authorizationUrl,
  codeOf,
  type Parameters,
  passwordClient,
  redeem,
  refresh,
  requestToken,
  secondClient,
  signIn,
  type Tokens,
  tokensFor,
  user,
  webClient,
} from './testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from './testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from './testing/logout-receiver.js';

/** The service specification, sentence by sentence, as far as it speaks of the identity provider. Each title is one. */
describe('specification', () => {
  let provider: IdentityUnderTest;
  let receiver: LogoutReceiver;
  let browser: Browser;
  beforeAll(async () => {
    receiver = await startLogoutReceiver();
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: receiver.host });
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-web'", [receiver.uri]);
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await provider.close();
    await receiver.close();
  });

  const authorize = async (parameters: Parameters = {}): Promise<URLSearchParams> =>
    answerFields(await signIn(browser, authorizationUrl(parameters)));
  const isSignInPage = async (parameters: Parameters): Promise<boolean> =>
    locationOf(await browser.open(authorizationUrl(parameters)))?.pathname.startsWith('/auth/sign-in/') ??
    false;
  const errorOf = async (parameters: Parameters): Promise<string | null> =>
    (await answerFields(await browser.open(authorizationUrl(parameters)))).get('error');
  const password = (form: Parameters = {}): Promise<Response> =>
    requestToken(provider, {
      grant_type: 'password',
      username: user.email,
      password: demoPassword,
      scope: 'openid offline_access',
      ...passwordClient,
      ...form,
    });
  const validate = (form: Record<string, string>): Promise<Response> =>
    provider.fetch(`${issuer}/connect/identitytokenvalidation`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  const json = async <Body = Tokens>(response: Response | Promise<Response>): Promise<Body> =>
    (await (await response).json()) as Body;

  describe('What the service does', () => {
    it('1. It issues an Authorization Code, an ID Token, an Access Token and optionally a Refresh Token', async () => {
      const code = (await authorize()).get('code') ?? '';
      const tokens = await json(redeem(provider, code));
      for (const name of ['id_token', 'access_token', 'refresh_token'] as const)
        expect(tokens[name]).toBeTruthy();
    });

    it('2. It supports Authorization Code, Resource Owner Password Credentials, and PKCE', async () => {
      const metadata = await json<Record<string, string[]>>(
        provider.fetch(`${issuer}/.well-known/openid-configuration`),
      );
      expect(metadata['grant_types_supported']).toEqual(
        expect.arrayContaining(['authorization_code', 'password']),
      );
      expect(metadata['code_challenge_methods_supported']).toEqual(['S256']);
    });

    it('5. Single sign-on and single logout are for the Authorization Code flow; the password flow has neither', async () => {
      await tokensFor(provider, browser);
      expect(
        await isSignInPage({ client_id: secondClient.client_id, redirect_uri: secondClient.redirect_uri }),
      ).toBe(false);
      const response = await password();
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(decodeJwt((await json(response)).access_token)).not.toHaveProperty('sid');
    });
  });

  describe('Token response', () => {
    it('expires_in is the lifetime in seconds, usually 1800; token_type is Bearer', async () => {
      expect(await tokensFor(provider, browser)).toMatchObject({ expires_in: 1800, token_type: 'Bearer' });
    });

    it('The password flow response shows no id_token', async () => {
      expect(await json<object>(password())).not.toHaveProperty('id_token');
    });

    it('refresh_token is present only if the scope offline_access was requested', async () => {
      const code = (await authorize({ scope: 'openid' })).get('code') ?? '';
      expect(await json<object>(redeem(provider, code))).not.toHaveProperty('refresh_token');
      expect(await json<object>(password({ scope: 'openid' }))).not.toHaveProperty('refresh_token');
      expect(await json<object>(password())).toHaveProperty('refresh_token');
    });
  });

  describe('Authorization Endpoint: GET /auth/connect/authorize', () => {
    it('client_id and redirect_uri are required, and redirect_uri MUST match: nothing is sent to an address that does not', async () => {
      for (const parameters of [
        { client_id: undefined },
        { redirect_uri: undefined },
        { redirect_uri: 'https://evil.example/' },
      ]) {
        const response = await browser.open(authorizationUrl(parameters));
        expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      }
    });

    it('response_type is required and has the value code', async () => {
      expect(await errorOf({ response_type: undefined })).toBe('invalid_request');
      expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type');
    });

    it('response_mode: the only supported value is form_post', async () => {
      expect(await errorOf({ response_mode: 'fragment' })).toBe('unsupported_response_mode');
    });

    it('With response_mode=form_post: an HTTP POST with form fields code, state and session_state', async () => {
      const page = await signIn(browser, authorizationUrl({ response_mode: 'form_post' }));
      const html = await page.clone().text();
      expect(html).toContain(`<form method="post" action="${webClient.redirect_uri}">`);
      expect([...(await answerFields(page)).keys()]).toEqual(
        expect.arrayContaining(['code', 'state', 'session_state']),
      );
    });

    it('Without response_mode: a GET redirect with the query parameters code, state and session_state', async () => {
      const response = await signIn(browser, authorizationUrl());
      expect(response.status).toBe(303);
      const location = locationOf(response);
      expect(location?.href.startsWith(`${webClient.redirect_uri}?`)).toBe(true);
      expect([...(location?.searchParams.keys() ?? [])]).toEqual(
        expect.arrayContaining(['code', 'state', 'session_state']),
      );
    });

    it('scope is required: one or more scopes already configured for the client', async () => {
      expect(await errorOf({ scope: undefined })).toBe('invalid_request');
      expect(await errorOf({ scope: 'openid resources_business_api.read' })).toBe('invalid_scope');
    });

    it.each(['en', 'es', 'ru', 'kk', 'nl', 'es-MX'])('ui_locales: %s is supported', async (tag) => {
      const page = locationOf(await browser.open(authorizationUrl({ ui_locales: tag }))) as URL;
      expect(await (await browser.open(page)).text()).toContain(`<html lang="${tag.slice(0, 2)}`);
    });

    it('ui_locales: unsupported locales are ignored; the default is English', async () => {
      const page = locationOf(await browser.open(authorizationUrl({ ui_locales: 'fr de' }))) as URL;
      expect(await (await browser.open(page)).text()).toContain('<html lang="en');
    });

    it('prompt: the only supported value is login; the user is always asked to log in even with an active session', async () => {
      await tokensFor(provider, browser);
      expect(await isSignInPage({})).toBe(false);
      expect(await isSignInPage({ prompt: 'login' })).toBe(true);
      for (const prompt of ['consent', 'select_account', 'rubbish'])
        expect(await errorOf({ prompt })).toBe('invalid_request');
    });

    it('state is an opaque string, echoed back in the response; it is absent when none was sent', async () => {
      expect((await authorize({ state: 'a b&c=ü%00' })).get('state')).toBe('a b&c=ü%00');
      expect((await authorize({ state: undefined })).has('state')).toBe(false);
    });

    it('nonce is echoed in the ID Token', async () => {
      const code = (await authorize({ nonce: 'a-nonce' })).get('code') ?? '';
      expect(decodeJwt((await json(redeem(provider, code))).id_token)['nonce']).toBe('a-nonce');
    });
  });

  describe('Token Endpoint: POST /auth/connect/token', () => {
    const codeFields = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri'];
    it.each(codeFields)('Authorization Code grant: %s is required', async (name) => {
      const code = codeOf(await signIn(browser, authorizationUrl()));
      const response = await redeem(provider, code, { [name]: undefined });
      expect([400, 401]).toContain(response.status);
      expect((await json<{ error: string }>(response)).error).toMatch(/^invalid_(request|client)$/);
      expect((await redeem(provider, code)).status).toBe(200);
    });

    const passwordFields = ['grant_type', 'username', 'password', 'client_id', 'client_secret', 'scope'];
    it.each(passwordFields)('Resource Owner Password Credentials grant: %s is required', async (name) => {
      const response = await password({ [name]: undefined });
      expect([400, 401]).toContain(response.status);
      expect((await json<{ error: string }>(response)).error).toMatch(/^invalid_(request|client)$/);
    });

    it('Content-Type is application/x-www-form-urlencoded', async () => {
      const response = await provider.fetch(`${issuer}/connect/token`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      expect([response.status, (await json<{ error: string }>(response)).error]).toEqual([
        400,
        'invalid_request',
      ]);
    });

    it('The same endpoint renews an Access Token', async () => {
      const tokens = await tokensFor(provider, browser);
      expect((await json(refresh(provider, tokens.refresh_token))).access_token).not.toBe(
        tokens.access_token,
      );
    });
  });

  describe('ID Token Validation Endpoint: POST /auth/connect/identitytokenvalidation', () => {
    it('Success: JSON object of the decoded ID Token claims', async () => {
      const { id_token } = await tokensFor(provider, browser);
      const response = await validate({ client_id: webClient.client_id, token: id_token });
      expect([response.status, await json<object>(response)]).toEqual([200, decodeJwt(id_token)]);
    });

    it('client_id and token are required', async () => {
      const { id_token } = await tokensFor(provider, browser);
      for (const form of [{ token: id_token }, { client_id: webClient.client_id }] as Record<
        string,
        string
      >[]) {
        const response = await validate(form);
        expect([response.status, (await json<{ error: string }>(response)).error]).toEqual([
          400,
          'invalid_request',
        ]);
      }
    });

    it('iss, aud, exp, iat, sid and sub are there; role is a string holding a JSON array of objects with id, cid, rid, evm', async () => {
      const { id_token } = await tokensFor(provider, browser);
      const claims = await json<Record<string, unknown>>(
        validate({ client_id: webClient.client_id, token: id_token }),
      );
      expect(claims).toMatchObject({
        iss: issuer,
        aud: webClient.client_id,
        sub: user.id,
        sid: expect.any(String),
      });
      expect(Number(claims['exp'])).toBeGreaterThan(Number(claims['iat']));
      const [role] = JSON.parse(String(claims['role'])) as object[];
      expect(Object.keys(role ?? {}).sort()).toEqual(['cid', 'evm', 'id', 'rid']);
      expect(role).toMatchObject({ evm: expect.any(Boolean) });
    });
  });

  describe('End Session Endpoint: GET /auth/connect/endsession', () => {
    it('Afterwards a GET request is sent to the Logout Uri with query parameter sid, the session ID of the ID Token', async () => {
      const { id_token } = await tokensFor(provider, browser);
      const told = receiver.nextCall();
      await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
      expect((await told).get('sid')).toBe(decodeJwt(id_token)['sid']);
      expect(await isSignInPage({})).toBe(true);
    });
  });

  describe('Authentication', () => {
    it('2. The secret cannot be retrieved later: only its digest is kept', async () => {
      const rows = await provider.query<{ text: string }>(
        'SELECT client_secrets::text AS text FROM client_secrets',
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.some(({ text }) => text.includes('demo-web-secret'))).toBe(false);
    });

    it('3. Requesting a scope that is not registered for the client returns an error', async () => {
      const response = await password({ scope: 'openid resources_business_api.read' });
      expect([response.status, (await json<{ error: string }>(response)).error]).toEqual([
        400,
        'invalid_scope',
      ]);
    });

    it('4. Scope values named: openid, profile, roles, email, offline_access, resources_accounts_api, resources_<service>_api', async () => {
      const { scope } = await tokensFor(provider, browser);
      const named = ['openid', 'profile', 'roles', 'email', 'offline_access'];
      expect(scope.split(' ')).toEqual([...named, 'resources_accounts_api', 'resources_business_api']);
    });
  });

  describe('Errors', () => {
    it('1. The response returns to the redirect_uri with error and an optional error_description', async () => {
      const location = locationOf(await browser.open(authorizationUrl({ scope: 'rubbish' })));
      expect(location?.href.startsWith(`${webClient.redirect_uri}?`)).toBe(true);
      expect(location?.searchParams.get('error')).toBe('invalid_scope');
      expect(location?.searchParams.get('error_description')).toBeTruthy();
    });

    it('2. Token Endpoint failure: a JSON object with an error property; a code shown is unauthorized_client', async () => {
      const { client_id, client_secret } = webClient;
      const response = await password({ client_id, client_secret });
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect([response.status, (await json<{ error: string }>(response)).error]).toEqual([
        400,
        'unauthorized_client',
      ]);
    });
  });
});
