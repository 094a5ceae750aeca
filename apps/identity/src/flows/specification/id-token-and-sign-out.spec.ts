import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Browser, locationOf } from '../../testing/browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  type Parameters,
  redeem,
  refresh,
  refusalOf,
  secondClient,
  signIn,
  type Tokens,
  tokensFor,
  user,
  validateIdToken,
  webClient,
} from '../../testing/flows.js';
import { idTokenSigner, type SignIdToken } from '../../testing/id-token-signer.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';
import { type RelyingApplication, startRelyingApplication } from '../../testing/relying-application.js';

/** The service specification, sentence by sentence: each title is one. */
describe('specification', () => {
  let provider: IdentityUnderTest;
  let application: RelyingApplication;
  let sign: SignIdToken;
  let browser: Browser;
  beforeAll(async () => {
    application = await startRelyingApplication();
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: application.host });
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-web'", [application.logoutUri]);
    sign = await idTokenSigner(provider);
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await provider.close();
    await application.close();
  });

  const { client_id } = webClient;
  const validate = (token: string, form: Parameters = {}): Promise<Response> =>
    validateIdToken(provider, { client_id, token, ...form });
  const claimsOf = async ({ id_token }: Tokens): Promise<Record<string, unknown>> =>
    bodyOf(validate(id_token));
  const now = (): number => Math.floor(Date.now() / 1000);

  describe('ID Token validation response', () => {
    it('iss: the client MUST check it equals {auth_url}/auth', async () => {
      expect((await claimsOf(await tokensFor(provider, browser)))['iss']).toBe(issuer);
      const foreign = validate(await sign({ iss: 'https://evil.example/auth' }));
      expect(await refusalOf(foreign)).toEqual([400, 'invalid_token']);
    });

    it('aud: MUST equal the API Client’s client_id', async () => {
      const { id_token } = await tokensFor(provider, browser);
      expect(decodeJwt(id_token).aud).toBe(client_id);
      const ofAnother = validate(id_token, { client_id: secondClient.client_id });
      expect(await refusalOf(ofAnother)).toEqual([400, 'invalid_token']);
    });

    it('exp: expiry, seconds since the epoch. The client rejects expired tokens', async () => {
      const { exp } = await claimsOf(await tokensFor(provider, browser));
      expect(Number(exp)).toBeGreaterThan(now());
      expect(Number(exp)).toBeLessThan(now() + 86_400);
      const expired = validate(await sign({ iat: now() - 600, exp: now() - 60 }));
      expect(await refusalOf(expired)).toEqual([400, 'invalid_token']);
    });

    it('nonce: present if a nonce was sent. The client MUST check it equals the sent value (replay protection)', async () => {
      const receive = async (nonce?: string): Promise<Tokens> =>
        bodyOf(redeem(provider, codeOf(await signIn(browser, authorizationUrl({ nonce })))));
      const [first, second] = [await receive('first'), await receive('second')];
      expect([(await claimsOf(first))['nonce'], (await claimsOf(second))['nonce']]).toEqual([
        'first',
        'second',
      ]);
      expect(await claimsOf(await receive())).not.toHaveProperty('nonce');
      const accepts = async ({ id_token }: Tokens, nonce: string): Promise<boolean> =>
        (await bodyOf<{ nonce?: string }>(validate(id_token))).nonce === nonce;
      // The first one is good, but it is replayed into the second sign-in.
      expect([await accepts(second, 'second'), await accepts(first, 'second')]).toEqual([true, false]);
    });

    it('iat: issued-at time. The client rejects tokens issued too far from the current time', async () => {
      const { iat } = await claimsOf(await tokensFor(provider, browser));
      expect(Math.abs(Number(iat) - now())).toBeLessThan(60);
      for (const far of [now() - 86_400, now() + 600]) {
        const response = validate(await sign({ iat: far, exp: now() + 900 }));
        expect(await refusalOf(response)).toEqual([400, 'invalid_token']);
      }
    });

    it('sid: session ID. The client stores it to correlate end-of-session requests', async () => {
      const [first, second] = [await tokensFor(provider, browser), await tokensFor(provider, browser)];
      const { sid } = await claimsOf(first);
      expect(sid).toEqual(expect.stringMatching(/./));
      expect((await claimsOf(second))['sid']).toBe(sid);
      expect((await claimsOf(await tokensFor(provider)))['sid']).not.toBe(sid);
    });

    it('sub: subject: the user’s ID', async () => {
      expect((await claimsOf(await tokensFor(provider, browser)))['sub']).toBe(user.id);
    });

    it('nbf, auth_time, idp, name, given_name, family_name, role, amr may also appear', async () => {
      const claims = await claimsOf(await tokensFor(provider, browser));
      expect(claims).toMatchObject({
        nbf: claims['iat'],
        auth_time: expect.any(Number),
        idp: expect.any(String),
        name: expect.stringContaining(user.familyName),
        given_name: user.givenName,
        family_name: user.familyName,
        role: expect.any(String),
        amr: ['pwd'],
      });
    });

    it('They need no validation', async () => {
      const bare = await sign();
      expect(Object.keys(decodeJwt(bare)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
      expect((await validate(bare)).status).toBe(200);
    });

    it('role is a string holding a JSON array of objects with fields id, cid, rid, evm (boolean)', async () => {
      const { role } = await claimsOf(await tokensFor(provider, browser));
      const roles = JSON.parse(role as string) as object[];
      expect(roles).toHaveLength(user.roles.length);
      for (const one of roles) {
        expect(Object.keys(one).sort()).toEqual(['cid', 'evm', 'id', 'rid']);
        expect(one).toMatchObject({ id: expect.any(String), cid: user.roles[0]?.companyId });
        expect(one).toMatchObject({ rid: expect.any(String), evm: expect.any(Boolean) });
      }
    });
  });

  describe('ID Token Validation Endpoint: POST /auth/connect/identitytokenvalidation', () => {
    it('Content-Type: application/x-www-form-urlencoded', async () => {
      const token = await sign();
      const response = await provider.fetch(`${issuer}/connect/identitytokenvalidation`, {
        method: 'POST',
        body: JSON.stringify({ client_id, token }),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(415);
      expect((await validate(token)).status).toBe(200);
    });

    it.each(['client_id', 'token'])('Form fields: %s is required', async (name) => {
      const refused = validate(await sign(), { [name]: undefined });
      expect(await refusalOf(refused)).toEqual([400, 'invalid_request']);
    });

    it('Success: JSON object of the decoded ID Token claims', async () => {
      const { id_token } = await tokensFor(provider, browser);
      const response = await validate(id_token);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect([response.status, await bodyOf<object>(response)]).toEqual([200, decodeJwt(id_token)]);
    });

    it('Validation is strongly recommended after every receipt of an ID Token', async () => {
      const received = await tokensFor(provider, browser);
      const renewed = await bodyOf(refresh(provider, received.refresh_token));
      for (const { id_token } of [received, renewed]) {
        expect((await validate(id_token)).status).toBe(200);
        const [header, , signature] = id_token.split('.');
        const claims = Buffer.from(JSON.stringify({ ...decodeJwt(id_token), sub: 'somebody else' }));
        const changed = validate(`${header}.${claims.toString('base64url')}.${signature}`);
        expect(await refusalOf(changed)).toEqual([400, 'invalid_token']);
      }
    });
  });

  describe('End Session Endpoint: GET /auth/connect/endsession', () => {
    const endSession = (id_token: string): Promise<Response> =>
      browser.open(`${issuer}/connect/endsession?${new URLSearchParams({ id_token_hint: id_token })}`);
    /**
     * Signs in at the application as its clients do: it validates the ID Token and keeps the sid of the
     * answer.
     */
    const enter = async (who: Browser): Promise<{ tokens: Tokens; sid: string }> => {
      const tokens = await tokensFor(provider, who);
      const sid = String((await claimsOf(tokens))['sid']);
      application.begin(sid);
      return { tokens, sid };
    };

    it('The browser is redirected here with query parameter id_token_hint set to the user’s ID Token', async () => {
      const { tokens } = await enter(browser);
      const call = application.nextCall();
      const response = await endSession(tokens.id_token);
      await call;
      expect([response.status, locationOf(response)?.pathname]).toEqual([
        303,
        '/auth/connect/endsession/success',
      ]);
      const again = await browser.open(authorizationUrl());
      expect(locationOf(again)?.pathname).toMatch(/^\/auth\/sign-in\//);
    });

    it('Afterwards the identity provider sends a GET request to the Logout Uri configured for the API Client', async () => {
      const { tokens } = await enter(browser);
      const call = application.nextCall();
      await endSession(tokens.id_token);
      const { method, url } = await call;
      expect(method).toBe('GET');
      expect(`${url.origin}${url.pathname}`).toBe(application.logoutUri);
    });

    it('That request carries query parameter sid, the session ID', async () => {
      const { tokens } = await enter(browser);
      const call = application.nextCall();
      await endSession(tokens.id_token);
      expect((await call).url.searchParams.get('sid')).toBe(decodeJwt(tokens.id_token)['sid']);
    });

    it('The client MUST compare sid with the sid claim from ID Token validation', async () => {
      const { tokens, sid } = await enter(browser);
      const call = application.nextCall();
      await endSession(tokens.id_token);
      await call;
      expect(application.has(sid)).toBe(false);
    });

    it('If it is absent or differs, the client ignores the request', async () => {
      const other = await enter(new Browser(provider));
      const { tokens, sid } = await enter(browser);
      await fetch(application.logoutUri);
      await fetch(`${application.logoutUri}?sid=guessed`);
      expect([application.has(sid), application.has(other.sid)]).toEqual([true, true]);
      const call = application.nextCall();
      await endSession(tokens.id_token);
      await call;
      expect([application.has(sid), application.has(other.sid)]).toEqual([false, true]);
    });
  });
});
