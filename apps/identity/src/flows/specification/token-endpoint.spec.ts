import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Browser } from '../../testing/browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  grantByPassword,
  redeem,
  refresh,
  refusalOf,
  requestToken,
  secondClient,
  signIn,
  type Tokens,
  tokensFor,
  user,
  webClient,
} from '../../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';

/** The service specification, sentence by sentence: each title is one. */
describe('specification', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const codeFor = async (scope: string): Promise<string> =>
    codeOf(await signIn(browser, authorizationUrl({ scope })));

  describe('Token response', () => {
    it('id_token: ID Token of the user’s session. Returned by the Authorization Code flow', async () => {
      const sids = [];
      for (const client of [webClient, secondClient])
        sids.push(decodeJwt((await tokensFor(provider, browser, client)).id_token)['sid']);
      expect(sids[0]).toBeTruthy();
      expect(sids[1]).toBe(sids[0]);
      const elsewhere = decodeJwt((await tokensFor(provider)).id_token);
      expect(elsewhere['sid']).not.toBe(sids[0]);
    });

    it('id_token: the password flow response shows none', async () => {
      expect(await bodyOf<object>(grantByPassword(provider))).not.toHaveProperty('id_token');
    });

    it('expires_in: lifetime of the Access Token in seconds from response generation', async () => {
      const before = Math.floor(Date.now() / 1000);
      for (const tokens of [await tokensFor(provider, browser), await bodyOf(grantByPassword(provider))]) {
        const { exp = 0, iat = 0 } = decodeJwt(tokens.access_token);
        expect(exp - iat).toBe(tokens.expires_in);
        expect(iat).toBeGreaterThanOrEqual(before);
        expect(iat).toBeLessThanOrEqual(Date.now() / 1000);
      }
    });

    it('expires_in: the lifetime is usually 1800 seconds (30 minutes)', async () => {
      expect(await tokensFor(provider, browser)).toMatchObject({ expires_in: 1800 });
    });

    it('token_type: type of the Access Token; value is Bearer', async () => {
      expect(await tokensFor(provider, browser)).toMatchObject({ token_type: 'Bearer' });
      expect(await bodyOf(grantByPassword(provider))).toMatchObject({ token_type: 'Bearer' });
    });

    it('refresh_token: present only if the scope offline_access was requested', async () => {
      const answers = {
        codeWithout: redeem(provider, await codeFor('openid')),
        codeWith: redeem(provider, await codeFor('openid offline_access')),
        passwordWithout: grantByPassword(provider, { scope: 'openid' }),
        passwordWith: grantByPassword(provider, { scope: 'openid offline_access' }),
      };
      const isPresent = async (answer: Promise<Response>) =>
        'refresh_token' in (await bodyOf<object>(answer));
      expect(await isPresent(answers.codeWithout)).toBe(false);
      expect(await isPresent(answers.codeWith)).toBe(true);
      expect(await isPresent(answers.passwordWithout)).toBe(false);
      expect(await isPresent(answers.passwordWith)).toBe(true);
    });
  });

  describe('Token Endpoint: POST /auth/connect/token', () => {
    it('Request headers: Content-Type application/x-www-form-urlencoded', async () => {
      const form = {
        grant_type: 'authorization_code',
        code: await codeFor('openid'),
        ...webClient,
      };
      const send = (type: string, body: string): Promise<Response> =>
        provider.fetch(`${issuer}/connect/token`, {
          method: 'POST',
          body,
          headers: { 'content-type': type },
        });
      const json = await send('application/json', JSON.stringify(form));
      expect(await refusalOf(json)).toEqual([400, 'invalid_request']);
      const text = new URLSearchParams(form).toString();
      expect((await send('application/x-www-form-urlencoded', text)).status).toBe(200);
    });

    it('The password flow also requires Accept application/json', async () => {
      for (const [form, status] of [
        [{}, 200],
        [{ password: 'wrong' }, 400],
      ] as const) {
        const response = await grantByPassword(provider, form, { accept: 'application/json' });
        expect([response.status, response.headers.get('content-type')]).toEqual([
          status,
          expect.stringMatching(/^application\/json(;|$)/),
        ]);
      }
    });

    it('It must be sent over HTTPS', async () => {
      const origin = 'https://id.example';
      const provided = await provider.addReplica({ AUTH_URL: origin });
      const plain = await grantByPassword(provided);
      expect(await refusalOf(plain)).toEqual([400, 'invalid_request']);
      const secure = await grantByPassword(provided, {}, { 'x-forwarded-proto': 'https' });
      expect([secure.status, decodeJwt((await bodyOf(secure)).access_token).iss]).toEqual([
        200,
        `${origin}/auth`,
      ]);
    });

    it('Response: JSON (see Token response)', async () => {
      const response = await redeem(provider, await codeFor('openid offline_access'));
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const named = ['access_token', 'expires_in', 'id_token', 'refresh_token', 'token_type'];
      expect(Object.keys(await bodyOf<object>(response))).toEqual(expect.arrayContaining(named));
    });

    describe('Authorization Code grant', () => {
      const fields = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri'];
      it.each(fields)('%s is required', async (name) => {
        const code = await codeFor('openid');
        const [status, error] = await refusalOf(redeem(provider, code, { [name]: undefined }));
        expect([400, 401]).toContain(status);
        expect(error).toMatch(/^invalid_(request|client)$/);
        expect((await redeem(provider, code)).status).toBe(200);
      });

      const wrong = [
        ['grant_type: value authorization_code', { grant_type: 'code' }, 400, 'unsupported_grant_type'],
        ['client_id: ID of the API Client', { client_id: 'nobody' }, 401, 'invalid_client'],
        ['client_secret: configured secret', { client_secret: 'guessed' }, 401, 'invalid_client'],
        ['code: Authorization Code received', { code: 'never-received' }, 400, 'invalid_grant'],
        [
          'redirect_uri: the client’s configured redirect URI, used to validate the client',
          { redirect_uri: secondClient.redirect_uri },
          400,
          'invalid_grant',
        ],
      ] as const;
      it.each(wrong)('%s', async (_, form, status, error) => {
        const code = await codeFor('openid');
        expect(await refusalOf(redeem(provider, code, form))).toEqual([status, error]);
      });
    });

    describe('Resource Owner Password Credentials grant', () => {
      const fields = ['grant_type', 'username', 'password', 'client_id', 'client_secret', 'scope'];
      it.each(fields)('%s is required', async (name) => {
        const [status, error] = await refusalOf(grantByPassword(provider, { [name]: undefined }));
        expect([400, 401]).toContain(status);
        expect(error).toMatch(/^invalid_(request|client)$/);
      });

      const wrong = [
        ['grant_type: value password', { grant_type: 'passwords' }, 400, 'unsupported_grant_type'],
        ['username: the user’s e-mail address', { username: user.id }, 400, 'invalid_grant'],
        ['password: the user’s password', { password: 'guessed' }, 400, 'invalid_grant'],
        ['client_id: ID of the API Client', { client_id: 'nobody' }, 401, 'invalid_client'],
        ['client_secret: configured secret', { client_secret: 'guessed' }, 401, 'invalid_client'],
        [
          'scope: space-separated configured scopes',
          { scope: 'openid,offline_access' },
          400,
          'invalid_scope',
        ],
      ] as const;
      it.each(wrong)('%s', async (_, form, status, error) => {
        expect((await grantByPassword(provider)).status).toBe(200);
        expect(await refusalOf(grantByPassword(provider, form))).toEqual([status, error]);
      });

      it('scope: include offline_access to obtain a Refresh Token', async () => {
        const { refresh_token } = await bodyOf(grantByPassword(provider, { scope: 'openid offline_access' }));
        expect(refresh_token).toBeTruthy();
        const without = await bodyOf<object>(grantByPassword(provider, { scope: 'openid' }));
        expect(without).not.toHaveProperty('refresh_token');
      });
    });

    it('The same endpoint renews an Access Token', async () => {
      const tokens = await tokensFor(provider, browser);
      const renewed = await bodyOf(refresh(provider, tokens.refresh_token));
      expect(renewed).toMatchObject({ expires_in: 1800, token_type: 'Bearer' });
      expect(renewed.access_token).not.toBe(tokens.access_token);
      const info = await provider.fetch(`${issuer}/connect/userinfo`, {
        headers: { authorization: `Bearer ${renewed.access_token}` },
      });
      expect(await bodyOf<object>(info)).toMatchObject({ sub: user.id });
    });
  });

  describe('Errors', () => {
    it('2. Token Endpoint failure: the response is a JSON object with an error property holding an error code', async () => {
      for (const response of [
        await redeem(provider, 'rubbish'),
        await grantByPassword(provider, { password: 'wrong' }),
        await refresh(provider, 'rubbish'),
        await requestToken(provider, {}),
      ]) {
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(await bodyOf<object>(response)).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) });
      }
    });

    it('2. A code shown is unauthorized_client', async () => {
      const { client_id, client_secret } = webClient;
      const refused = grantByPassword(provider, { client_id, client_secret });
      expect(await refusalOf(refused)).toEqual([400, 'unauthorized_client']);
    });
  });

  describe('Limits', () => {
    it('Access Token lifetime: 1800 seconds (usually 30 minutes)', async () => {
      const byCode = await tokensFor(provider, browser);
      const answers: Tokens[] = [
        byCode,
        await bodyOf(grantByPassword(provider)),
        await bodyOf(refresh(provider, byCode.refresh_token)),
      ];
      expect(answers.map(({ expires_in }) => expires_in)).toEqual([1800, 1800, 1800]);
    });
  });
});
