import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { decodeJwt } from 'jose';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { type Hash, hashPassword } from '../people/passwords/password-hash.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { Database } from '../storage/database/database.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  credentials,
  grantByPassword,
  passwordClient,
  redeem,
  refresh,
  user,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const SENT_AT_ONCE = 6;
/** Of a hash that takes so long that all others have asked for theirs when the first is done. */
const PASSES = 12;
const slowHash: Hash = (parameters) => promisify(argon2)('argon2id', { ...parameters, passes: PASSES });

describe('a sign-in that is under way', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const part = <Type>(type: abstract new (...args: never[]) => Type): Type =>
    provider.app.get<Type>(type, { strict: false });

  /** Gives the password, and does not go on to the client: resolves with the address that would. */
  const proven = async (email = user.email): Promise<URL> => {
    const page = locationOf(await browser.open(authorizationUrl())) as URL;
    return locationOf(await browser.submit(page, { ...credentials, email })) as URL;
  };
  const signOutEverywhere = (userId: string) =>
    part(Database).transaction((transaction) => part(SessionEnding).endAllOf(transaction, userId));
  const setPassword = async (userId: string) => {
    const token = await part(PasswordLinks).create(userId, 60);
    const password = 'seven quiet lanterns drift';
    const fields = { token, password, repeated: password };
    expect((await new Browser(provider).submit(`${issuer}/new-password`, fields)).status).toBe(303);
  };

  it.each([
    ['the user is signed out everywhere', 'employee@demo.example', signOutEverywhere],
    ['the password is changed', 'manager@demo.example', setPassword],
    ['everybody is signed out', 'both@demo.example', () => part(SessionEnding).expireAll()],
  ])('comes to nothing when %s', async (_, email, cause) => {
    const next = await proven(email);
    await cause(demoUsers.find((one) => one.email === email)?.id ?? '');
    const resumed = locationOf(await browser.open(next));
    expect(resumed?.pathname).toMatch(/^\/auth\/sign-in\//);
    const again = locationOf(await browser.open(authorizationUrl({ prompt: 'none' })));
    expect(again?.searchParams.get('error')).toBe('login_required');
  });

  it('by password grants comes to nothing: none that waited for its turn gives tokens that count', async () => {
    const hash = (await hashPassword(credentials.password, slowHash)).replace(/t=\d+/, `t=${PASSES}`);
    await provider.query('UPDATE credentials SET password_hash = $1 WHERE user_id = $2', [hash, user.id]);
    const first = Promise.withResolvers<void>();
    const answers = Array.from({ length: SENT_AT_ONCE }, async () => {
      const answer = await grantByPassword(provider);
      first.resolve();
      return answer;
    });
    await first.promise;
    await signOutEverywhere(user.id);
    const tokens = await Promise.all(answers.map(async (answer) => bodyOf(await answer)));
    const given = tokens.filter(({ refresh_token }) => refresh_token);
    expect(given.length).toBeGreaterThan(0);
    for (const { refresh_token } of given)
      expect((await refresh(provider, refresh_token, passwordClient)).status).toBe(400);
  });

  it('began when the password was given, not when the browser went on: auth_time (OIDC Core 2)', async () => {
    const next = await proven();
    const given = Math.floor(Date.now() / 1000);
    await eventually(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(given));
    const { id_token } = await bodyOf(redeem(provider, codeOf(await browser.open(next))));
    expect(decodeJwt(id_token)['auth_time']).toBeLessThanOrEqual(given);
  });
});
