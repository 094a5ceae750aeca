import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { clientPath, consolePaths } from '../../paths/console.js';
import { Browser, locationOf } from '../../testing/browser.js';
import { answerFields } from '../../testing/conformance/steps.js';
import { ConsoleBrowser, secretIn } from '../../testing/console-browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  everyScope,
  grantByPassword,
  redeem,
  refresh,
  refusalOf,
  signIn,
  tokensFor,
  user,
  validateIdToken,
  webClient,
} from '../../testing/flows.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { storedAs } from '../../testing/stored-as.js';

const CALLBACK = 'https://tablets.example/callback';
const LOGOUT = 'https://tablets.example/logout';

/** The service specification, sentence by sentence: each title is one. */
describe('specification', () => {
  let provider: IdentityUnderTest;
  let administrator: ConsoleBrowser;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
    administrator = await ConsoleBrowser.signedIn(provider);
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  describe('Authentication', () => {
    const fieldsOf = (grantTypes: string[], more: Record<string, string> = {}): [string, string][] => [
      ['name', 'Field tablets'],
      ['authMethod', 'client_secret'],
      ...grantTypes.map((grant): [string, string] => ['grantTypes', grant]),
      ['scopes', 'openid'],
      ['scopes', 'resources_business_api'],
      ...Object.entries(more),
    ];
    const create = (grantTypes: string[], more?: Record<string, string>) =>
      administrator.createClient(fieldsOf(grantTypes, more));
    const byPassword = (client_id: string, client_secret: string): Promise<Response> =>
      grantByPassword(provider, { client_id, client_secret, scope: 'openid' });

    it('1. API Clients are created by the user in the identity provider', async () => {
      const target = { redirect_uri: CALLBACK, client_id: '' };
      expect((await browser.open(authorizationUrl({}, target))).status).toBe(400);
      const { id } = await create(['authorization_code'], { redirectUris: CALLBACK });
      const url = authorizationUrl({ scope: 'openid' }, { ...target, client_id: id });
      expect(codeOf(await signIn(browser, url))).toBeTruthy();
    });

    it('1. A client has a Client ID, a client secret, registered scopes, a redirect URI and a Logout Uri', async () => {
      const addresses = { redirectUris: CALLBACK, logoutUri: LOGOUT };
      const { id, secret } = await create(['authorization_code'], addresses);
      const page = await administrator.text(clientPath(id));
      for (const shown of [id, `…${secret.slice(-4)}`, 'resources_business_api', CALLBACK, LOGOUT])
        expect(page).toContain(shown);
    });

    it('2. For a client using the password flow, the secret is generated after the client is created, not chosen', async () => {
      expect(await administrator.text(consolePaths.newClient)).not.toMatch(/<input[^>]*name="[^"]*secret/i);
      const chosen = 'a secret that somebody has chosen';
      const { id, secret } = await create(['password'], { secret: chosen, clientSecret: chosen });
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect((await byPassword(id, secret)).status).toBe(200);
      expect(await refusalOf(byPassword(id, chosen))).toEqual([401, 'invalid_client']);
    });

    it('2. The secret is visible in plain text only once, right after generation', async () => {
      const fields = fieldsOf(['password']);
      const answer = await administrator.send(consolePaths.newClient, fields);
      const address = locationOf(answer)?.pathname ?? '';
      const [first, second] = [await administrator.text(address), await administrator.text(address)];
      expect([secretIn(first) !== '', secretIn(second)]).toEqual([true, '']);
    });

    it('2. It cannot be retrieved later', async () => {
      const { id, secret } = await create(['password']);
      for (const path of ['', '/edit', '/secrets/new'])
        expect(await administrator.text(clientPath(id) + path)).not.toContain(secret);
      expect(await storedAs(provider, secret, 'clients', 'client_secrets')).toBe('digest');
    });

    it('2. A lost secret is replaced by generating a new one', async () => {
      const { id, secret: lost } = await create(['password']);
      const page = await administrator.sendAndFollow(`${clientPath(id)}/secrets/new`, { overlap: 'none' });
      expect((await byPassword(id, secretIn(page))).status).toBe(200);
      expect(await refusalOf(byPassword(id, lost))).toEqual([401, 'invalid_client']);
    });

    it('3. Requesting a scope that is not registered for the client returns an error', async () => {
      const scope = 'openid resources_business_api.read';
      const answer = await answerFields(await browser.open(authorizationUrl({ scope })));
      expect(answer.get('error')).toBe('invalid_scope');
      expect(await refusalOf(grantByPassword(provider, { scope }))).toEqual([400, 'invalid_scope']);
    });

    it('4. Scope values named: openid, profile, roles, email, offline_access, resources_accounts_api, resources_<service>_api', async () => {
      const { scope } = await tokensFor(provider, browser);
      const named = ['openid', 'profile', 'roles', 'email', 'offline_access'];
      expect(scope.split(' ')).toEqual([...named, 'resources_accounts_api', 'resources_business_api']);
      const page = await administrator.text(consolePaths.newClient);
      for (const value of scope.split(' ')) expect(page).toContain(`name="scopes" value="${value}"`);
    });

    it('5. The Access Token is obtained at the Token Endpoint', async () => {
      const answer = await signIn(browser, authorizationUrl());
      expect([...(locationOf(answer)?.searchParams.keys() ?? [])]).not.toContain('access_token');
      expect(await bodyOf(redeem(provider, codeOf(answer)))).toHaveProperty('access_token');
    });

    it('5. Its type is Bearer. Its lifetime is 1800 seconds, usually', async () => {
      const usual = { token_type: 'Bearer', expires_in: 1800 };
      expect(await tokensFor(provider, browser)).toMatchObject(usual);
      const fields: [string, string][] = [...fieldsOf(['password']), ['accessTokenMinutes', '5']];
      const { id, secret } = await administrator.createClient(fields);
      expect(await bodyOf(byPassword(id, secret))).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    });

    it('5. A Refresh Token is issued only when offline_access was requested and is used to renew it', async () => {
      const without = codeOf(await signIn(browser, authorizationUrl({ scope: 'openid' })));
      expect(await bodyOf<object>(redeem(provider, without))).not.toHaveProperty('refresh_token');
      const { access_token, refresh_token } = await tokensFor(provider, browser);
      const renewed = await bodyOf(refresh(provider, refresh_token));
      expect(decodeJwt(renewed.access_token)).toMatchObject({ sub: user.id });
      expect(renewed.access_token).not.toBe(access_token);
    });

    it('7. The Authorization Code flow steps', async () => {
      // (1) redirect to the Authorization Endpoint
      const state = 'of this browser';
      const answer = await signIn(browser, authorizationUrl({ state, scope: everyScope }));
      // (2) receive the code
      const received = locationOf(answer)?.searchParams;
      expect(received?.get('state')).toBe(state);
      // (3) exchange it at the Token Endpoint
      const exchanged = await redeem(provider, received?.get('code') ?? '');
      // (4) receive ID Token, Access Token, optional Refresh Token
      const tokens = await bodyOf(exchanged);
      expect(Object.keys(tokens)).toEqual(
        expect.arrayContaining(['id_token', 'access_token', 'refresh_token']),
      );
      // (5) validate the ID Token
      const { client_id } = webClient;
      const validated = await validateIdToken(provider, { client_id, token: tokens.id_token });
      expect(validated.status).toBe(200);
      expect(await bodyOf<object>(validated)).toMatchObject({ sub: user.id, aud: client_id });
    });
  });
});
