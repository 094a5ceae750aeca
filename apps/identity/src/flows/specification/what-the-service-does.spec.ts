import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { consolePaths } from '../../paths/console.js';
import { Browser, locationOf } from '../../testing/browser.js';
import { answerFields } from '../../testing/conformance/steps.js';
import { ConsoleBrowser } from '../../testing/console-browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  credentials,
  grantByPassword,
  passwordClient,
  pkce,
  redeem,
  refresh,
  refusalOf,
  secondClient,
  signIn,
  tokensFor,
  user,
  webClient,
} from '../../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from '../../testing/logout-receiver.js';

const spa = { client_id: 'demo-spa', redirect_uri: 'http://localhost:9092/callback' };

/** The service specification, sentence by sentence: each title is one. */
describe('specification', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  let receivers: [LogoutReceiver, LogoutReceiver];
  beforeAll(async () => {
    receivers = await Promise.all([startLogoutReceiver(), startLogoutReceiver()]);
    const [web, second] = receivers;
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: `${web.host},${second.host}` });
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-web'", [web.uri]);
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-second'", [second.uri]);
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await provider.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  const pageOf = async (url: URL): Promise<string> => locationOf(await browser.open(url))?.pathname ?? '';
  const signInPath = /^\/auth\/sign-in\//;

  it('Addresses: {auth_url} is the identity provider', async () => {
    const metadata = await bodyOf<Record<string, string>>(
      provider.fetch(`${issuer}/.well-known/openid-configuration`),
    );
    for (const name of ['authorization_endpoint', 'token_endpoint', 'end_session_endpoint'])
      expect(metadata[name]).toMatch(new RegExp(`^${authUrl}/auth/connect/`));
  });

  describe('What the service does', () => {
    it('1. The identity provider authenticates users on behalf of registered API Clients', async () => {
      expect((await browser.open(authorizationUrl({ client_id: 'not-registered' }))).status).toBe(400);
      expect(await pageOf(authorizationUrl())).toMatch(signInPath);
      const wrong = await signIn(browser, authorizationUrl(), { ...credentials, password: 'wrong' });
      expect([locationOf(wrong), await wrong.text()]).toEqual([
        undefined,
        expect.stringContaining('role="alert"'),
      ]);
      const code = codeOf(await signIn(browser, authorizationUrl()));
      expect(decodeJwt((await bodyOf(redeem(provider, code))).id_token).sub).toBe(user.id);
    });

    it('1. It issues an Authorization Code, an ID Token, an Access Token and optionally a Refresh Token', async () => {
      for (const [scope, refreshes] of [
        ['openid', false],
        ['openid offline_access', true],
      ] as const) {
        const code = codeOf(await signIn(browser, authorizationUrl({ scope })));
        const tokens = await bodyOf(redeem(provider, code));
        expect([tokens.id_token, tokens.access_token].map(Boolean)).toEqual([true, true]);
        expect('refresh_token' in tokens).toBe(refreshes);
      }
    });

    describe('2. It supports these client authentication flows', () => {
      it('Authorization Code', async () => {
        expect(await tokensFor(provider, browser)).toMatchObject({ token_type: 'Bearer' });
      });

      it('Resource Owner Password Credentials', async () => {
        expect((await grantByPassword(provider)).status).toBe(200);
      });

      it('PKCE', async () => {
        const { verifier, challenge } = pkce();
        const parameters = { code_challenge: challenge, code_challenge_method: 'S256' };
        const receive = async () => codeOf(await signIn(browser, authorizationUrl(parameters, spa)));
        const form = { ...spa, client_secret: undefined };
        const stolen = redeem(provider, await receive(), { ...form, code_verifier: pkce().verifier });
        expect(await refusalOf(stolen)).toEqual([400, 'invalid_grant']);
        const redeemed = await redeem(provider, await receive(), { ...form, code_verifier: verifier });
        expect(redeemed.status).toBe(200);
      });
    });

    it('5. The identity provider supports single sign-on for the Authorization Code flow', async () => {
      await tokensFor(provider, browser);
      const { client_id, redirect_uri } = secondClient;
      const answer = await browser.open(authorizationUrl({ client_id, redirect_uri }));
      expect(locationOf(answer)?.href).toMatch(new RegExp(`^${redirect_uri}\\?.*code=`));
    });

    it('5. The identity provider supports single logout for the Authorization Code flow', async () => {
      const { id_token } = await tokensFor(provider, browser);
      await tokensFor(provider, browser, secondClient);
      const told = Promise.all(receivers.map((receiver) => receiver.nextCall()));
      await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
      const { sid } = decodeJwt(id_token);
      expect((await told).map((query) => query.get('sid'))).toEqual([sid, sid]);
      for (const client of [webClient, secondClient])
        expect(await pageOf(authorizationUrl({}, client))).toMatch(signInPath);
    });

    it('5. The Resource Owner Password Credentials flow has neither', async () => {
      const response = await grantByPassword(provider);
      expect(response.headers.getSetCookie()).toEqual([]);
      const { access_token, refresh_token } = await bodyOf(response);
      expect(decodeJwt(access_token)).not.toHaveProperty('sid');
      const { id_token } = await tokensFor(provider, browser);
      await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
      expect((await refresh(provider, refresh_token, passwordClient)).status).toBe(200);
    });

    it('6. The Resource Owner Password Credentials flow is discouraged because the client handles the user’s password', async () => {
      const form = await (await ConsoleBrowser.signedIn(provider)).text(consolePaths.newClient);
      const choice = (grant: string) => new RegExp(`<input[^>]*value="${grant}"[^>]*>`).exec(form)?.[0];
      expect(choice('authorization_code')).toContain('checked');
      expect(choice('password')).not.toContain('checked');
      expect(form).toContain('for old applications only');
    });

    it('6. It is the quickest to implement: one request, without a browser', async () => {
      expect(await bodyOf(grantByPassword(provider))).toMatchObject({ access_token: expect.any(String) });
    });

    it('6. Authorization Code and PKCE are more robust: a code that is seen on its way is good for nobody else', async () => {
      const { challenge } = pkce();
      const parameters = { code_challenge: challenge, code_challenge_method: 'S256' };
      const seen = async () => codeOf(await signIn(browser, authorizationUrl(parameters)));
      const guessed = { client_secret: 'guessed' };
      expect(await refusalOf(redeem(provider, await seen(), guessed))).toEqual([401, 'invalid_client']);
      expect(await refusalOf(redeem(provider, await seen()))).toEqual([400, 'invalid_grant']);
    });

    it('7. The Authorization Code flow is for clients that can keep a client secret confidential', async () => {
      const code = codeOf(await signIn(browser, authorizationUrl()));
      const unproven = redeem(provider, code, { client_secret: undefined });
      expect(await refusalOf(unproven)).toEqual([401, 'invalid_client']);
      expect((await redeem(provider, code)).status).toBe(200);
    });

    it('7. It is not suitable for browser-only applications: those need PKCE', async () => {
      const answer = await answerFields(await browser.open(authorizationUrl({}, spa)));
      expect(answer.get('error')).toBe('invalid_request');
      expect(answer.get('error_description')).toContain('PKCE');
    });
  });
});
