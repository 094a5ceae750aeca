import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { Browser } from '../testing/browser.js';
import { registerEs256Client } from '../testing/es256-client.js';
import { tokensFor, user, type WebClient } from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from '../testing/logout-receiver.js';
import { until } from '../testing/until.js';

describe('back-channel logout', () => {
  let provider: IdentityUnderTest;
  let receiver: LogoutReceiver;
  let browser: Browser;
  beforeAll(async () => {
    receiver = await startLogoutReceiver();
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: receiver.host });
    await provider.query(
      "UPDATE clients SET logout_uri = NULL, backchannel_logout_uri = $1 WHERE id = 'demo-web'",
      [receiver.uri],
    );
  });
  beforeEach(() => {
    receiver.status = 200;
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await provider.close();
    await receiver.close();
  });

  const signOut = async (client?: WebClient): Promise<{ sid: string; page: string }> => {
    const { id_token } = await tokensFor(provider, browser, client);
    const answer = await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
    return { sid: String(decodeJwt(id_token)['sid']), page: await (await browser.follow(answer)).text() };
  };

  it('POST of a logout token that a client can verify (OIDC Back-Channel Logout 2.4, 2.5)', async () => {
    const told = receiver.nextForm();
    const { sid } = await signOut();
    const form = await told;
    expect([...form.keys()]).toEqual(['logout_token']);
    const token = form.get('logout_token') ?? '';
    const jwks = createRemoteJWKSet(new URL(`${provider.url}/auth/.well-known/openid-configuration/jwks`));
    const { payload } = await jwtVerify(token, jwks, { issuer, audience: 'demo-web', typ: 'logout+jwt' });
    expect(decodeProtectedHeader(token).alg).toBe('RS256');
    expect(payload).toEqual({
      iss: issuer,
      sub: user.id,
      aud: 'demo-web',
      sid,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: Number(payload.iat) + 120,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(payload).not.toHaveProperty('nonce');
  });

  it('the logout token is signed as the ID tokens of the client are: ES256 (OIDC Back-Channel Logout 2.6)', async () => {
    const client = await registerEs256Client(provider, receiver.uri);
    const told = receiver.nextForm();
    const { sid } = await signOut(client);
    const token = (await told).get('logout_token') ?? '';
    const jwks = createRemoteJWKSet(new URL(`${provider.url}/auth/.well-known/openid-configuration/jwks`));
    const expected = { issuer, audience: client.client_id, typ: 'logout+jwt', algorithms: ['ES256'] };
    expect((await jwtVerify(token, jwks, expected)).payload['sid']).toBe(sid);
  });

  it('is tried again when the client answers 400, with a token of its own (OIDC Back-Channel Logout 2.8)', async () => {
    receiver.status = 400;
    const first = receiver.nextForm();
    const { sid } = await signOut();
    const failed = decodeJwt((await first).get('logout_token') ?? '');
    const waiting = () =>
      provider.query("SELECT 1 FROM logout_deliveries WHERE sid = $1 AND last_error LIKE '%400%'", [sid]);
    await until(async () => (await waiting()).length === 1);
    receiver.status = 204;
    const second = receiver.nextForm();
    await provider.query('UPDATE logout_deliveries SET next_attempt_at = now() WHERE sid = $1', [sid]);
    const again = decodeJwt((await second).get('logout_token') ?? '');
    expect(again['sid']).toBe(failed['sid']);
    expect(again.jti).not.toBe(failed.jti);
    await until(async () => (await waiting()).length === 0);
  });

  it('a client may have both, and the signed-out page says of each application whether it was told', async () => {
    await provider.query("UPDATE clients SET logout_uri = $1 WHERE id = 'demo-web'", [receiver.uri]);
    const told = Promise.all([receiver.nextForm(), receiver.nextCall()]);
    const { sid, page } = await signOut();
    const [, query] = await told;
    expect(query.get('sid')).toBe(sid);
    expect(page).toContain('Demo web application');
    const frame = `<iframe src="${receiver.uri.replace('&', '&amp;')}&amp;sid=${sid}"`;
    expect(page).toContain(`${frame} sandbox="allow-scripts allow-same-origin"`);
    await until(async () => {
      const again = await browser.open(`${issuer}/connect/endsession/success`);
      expect(again.headers.get('content-security-policy')).toContain(`frame-src http://${receiver.host}`);
      return /Demo web application<\/dt><dd><span class="badge">signed out/.test(await again.text());
    });
    const stranger = await (await new Browser(provider).open(`${issuer}/connect/endsession/success`)).text();
    expect(stranger).not.toContain('Demo web application');
  });
});
