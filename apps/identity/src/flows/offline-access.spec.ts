import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { SessionEnding } from '../sessions/session-ending.js';
import { Database } from '../storage/database/database.js';
import { Browser } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  redeem,
  refresh,
  secondClient,
  signIn,
  type Tokens,
  tokensFor,
  user,
  validateIdToken,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

describe('a client whose offline access outlives the session', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  let tokens: Tokens;
  let lateCode: string;
  beforeAll(async () => {
    provider = await startIdentity();
    await provider.query("UPDATE clients SET keeps_offline_access = true WHERE id = 'demo-second'");
    browser = new Browser(provider);
    const { id_token } = await tokensFor(provider, browser);
    tokens = await tokensFor(provider, browser, secondClient);
    lateCode = codeOf(await signIn(browser, authorizationUrl({}, secondClient)));
    await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
  });
  afterAll(() => provider.close());

  const { client_id, client_secret } = secondClient;
  const renew = (token: string): Promise<Response> => refresh(provider, token, { client_id, client_secret });

  it('400 invalid_grant: a code of the ended session', async () => {
    const response = await redeem(provider, lateCode, secondClient);
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  it('401: the access token of the ended session', async () => {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await provider.fetch(`${issuer}/connect/userinfo`, { headers })).status).toBe(401);
  });

  it('200: renewed, it says nothing of a session that is no more, and its ID token is valid', async () => {
    const response = await renew(tokens.refresh_token);
    const renewed = (await response.json()) as Tokens;
    expect(response.status).toBe(200);
    for (const token of [renewed.access_token, renewed.id_token])
      expect(decodeJwt(token)).not.toHaveProperty('sid');
    const headers = { authorization: `Bearer ${renewed.access_token}` };
    expect((await provider.fetch(`${issuer}/connect/userinfo`, { headers })).status).toBe(200);
    expect((await validateIdToken(provider, { client_id, token: renewed.id_token })).status).toBe(200);
    tokens = renewed;
  });

  it('400 invalid_grant: once the user is signed out everywhere', async () => {
    const database = provider.app.get(Database, { strict: false });
    const sessions = provider.app.get(SessionEnding, { strict: false });
    await database.transaction((transaction) => sessions.endAllOf(transaction, user.id));
    expect((await renew(tokens.refresh_token)).status).toBe(400);
  });
});
