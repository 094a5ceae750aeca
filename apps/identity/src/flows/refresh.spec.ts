import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenAudience } from '@safety/contracts';
import { decodeJwt } from 'jose';
import { LIVING_KEPT } from '../storage/database/kept-refresh-tokens.js';
import { behindLock } from '../testing/behind-lock.js';
import { Browser } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  passwordClient,
  redeem,
  refresh,
  refusalOf,
  requestToken,
  secondClient,
  signIn,
  type Tokens,
  tokensAndCode,
  tokensFor,
  webClient,
} from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const json = async <Body>(response: Response): Promise<Body> => (await response.json()) as Body;

describe('refresh', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  /** As if the time in which an exchange may be repeated were over. */
  const wait = () =>
    provider.query("UPDATE refresh_tokens SET consumed_at = consumed_at - interval '11 seconds'");

  it('200: new tokens of the same session, and the old refresh token is spent', async () => {
    const first = await tokensFor(provider);
    const response = await refresh(provider, first.refresh_token);
    const renewed = await json<Tokens>(response);
    expect(response.status).toBe(200);
    expect(renewed.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(renewed.access_token)['jti']).not.toBe(decodeJwt(first.access_token)['jti']);
    expect(decodeJwt(renewed.access_token)['sid']).toBe(decodeJwt(first.id_token)['sid']);
    expect(decodeJwt(renewed.id_token)['sid']).toBe(decodeJwt(first.id_token)['sid']);
    expect(renewed.scope).toBe(first.scope);
  });

  it('200: a narrower scope (RFC 6749 6)', async () => {
    const { refresh_token } = await tokensFor(provider);
    const renewed = await json<Tokens>(await refresh(provider, refresh_token, { scope: 'openid email' }));
    expect(decodeJwt(renewed.access_token)['scope']).toBe('openid email');
  });

  it('400 invalid_grant: used again later, and then the whole family is dead (RFC 9700 4.14.2)', async () => {
    const { refresh_token } = await tokensFor(provider);
    const renewed = await json<Tokens>(await refresh(provider, refresh_token));
    await wait();
    const again = await refresh(provider, refresh_token);
    expect([again.status, (await json<{ error: string }>(again)).error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(provider, renewed.refresh_token)).status).toBe(400);
    const info = await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${renewed.access_token}` },
    });
    expect(info.status).toBe(401);
  });

  it('200: used again at once by a client that missed the answer, with the same successor', async () => {
    const { refresh_token } = await tokensFor(provider);
    const first = await json<Tokens>(await refresh(provider, refresh_token));
    const again = await json<Tokens>(await refresh(provider, refresh_token));
    expect(again.refresh_token).toBe(first.refresh_token);
    expect((await refresh(provider, again.refresh_token)).status).toBe(200);
  });

  it('400 invalid_grant: used again at once, but after its successor, and then the whole family is dead', async () => {
    const { refresh_token } = await tokensFor(provider);
    const first = await json<Tokens>(await refresh(provider, refresh_token));
    const second = await json<Tokens>(await refresh(provider, first.refresh_token));
    expect((await refresh(provider, refresh_token)).status).toBe(400);
    expect((await refresh(provider, second.refresh_token)).status).toBe(400);
  });

  it('400 invalid_grant: used again at once by another client, which ends nothing', async () => {
    const { refresh_token } = await tokensFor(provider);
    const renewed = await json<Tokens>(await refresh(provider, refresh_token));
    const { client_id, client_secret } = secondClient;
    expect((await refresh(provider, refresh_token, { client_id, client_secret })).status).toBe(400);
    expect((await refresh(provider, renewed.refresh_token)).status).toBe(200);
  });

  it('of fifty uses of one token at two processes one exchanges it, and all get the same successor', async () => {
    const other = await provider.addReplica();
    const { refresh_token } = await tokensFor(provider);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refresh(index % 2 === 0 ? provider : other, refresh_token)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const tokens = await Promise.all(answers.map((answer) => json<Tokens>(answer)));
    expect(new Set(tokens.map((token) => token.refresh_token)).size).toBe(1);
    const family = await provider.query('SELECT 1 FROM refresh_tokens WHERE grant_id = $1', [
      decodeJwt(tokens[0]?.access_token ?? '')['grant_id'],
    ]);
    expect(family).toHaveLength(2);
  });

  it('of fifty late uses of one token at two processes none succeeds', async () => {
    const other = await provider.addReplica();
    const { refresh_token } = await tokensFor(provider);
    await refresh(provider, refresh_token);
    await wait();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refresh(index % 2 === 0 ? provider : other, refresh_token)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  });

  const livingOf = async (grantId: unknown): Promise<number> => {
    const text = 'SELECT FROM refresh_tokens WHERE grant_id = $1 AND consumed_at IS NULL';
    return (await provider.query(text, [grantId])).length;
  };

  it('400 invalid_grant: the oldest of a browser that signs in again and again; a renewal makes one new', async () => {
    const browser = new Browser(provider);
    const [renewed, oldest] = [await tokensFor(provider, browser), await tokensFor(provider, browser)];
    const grantId = decodeJwt(oldest.access_token)['grant_id'];
    for (let kept = 2; kept < LIVING_KEPT; kept += 1) await tokensFor(provider, browser);
    const inUse = await json<Tokens>(await refresh(provider, renewed.refresh_token));
    expect(await livingOf(grantId)).toBe(LIVING_KEPT);
    const newest = await tokensFor(provider, browser);
    expect(decodeJwt(newest.access_token)['grant_id']).toBe(grantId);
    expect(await livingOf(grantId)).toBe(LIVING_KEPT);
    // It tells of no theft: the others go on.
    expect(await refusalOf(refresh(provider, oldest.refresh_token))).toEqual([400, 'invalid_grant']);
    for (const { refresh_token } of [inUse, newest])
      expect((await refresh(provider, refresh_token)).status).toBe(200);
  });

  it('400 invalid_grant: used again at once, though its successor made room for newer ones, which ends nothing', async () => {
    const browser = new Browser(provider);
    const { refresh_token } = await tokensFor(provider, browser);
    const renewed = await json<Tokens>(await refresh(provider, refresh_token));
    const grantId = decodeJwt(renewed.access_token)['grant_id'];
    let newest = renewed;
    for (let kept = 0; kept < LIVING_KEPT; kept += 1) newest = await tokensFor(provider, browser);
    // As if all of that had taken no time.
    await provider.query(
      'UPDATE refresh_tokens SET consumed_at = now() WHERE grant_id = $1 AND consumed_at IS NOT NULL',
      [grantId],
    );
    expect(await refusalOf(refresh(provider, refresh_token))).toEqual([400, 'invalid_grant']);
    const goesOn = await refresh(provider, newest.refresh_token);
    expect(goesOn.status).toBe(200);
    await wait();
    expect(await refusalOf(refresh(provider, refresh_token))).toEqual([400, 'invalid_grant']);
    const { refresh_token: last } = await json<Tokens>(goesOn);
    expect((await refresh(provider, last)).status).toBe(400);
  });

  it('keeps as many of forty codes of one grant that are exchanged at once at two processes', async () => {
    const other = await provider.addReplica();
    const browser = new Browser(provider);
    const grantId = decodeJwt((await tokensFor(provider, browser)).access_token)['grant_id'];
    const codes: string[] = [];
    while (codes.length < 40) codes.push(codeOf(await signIn(browser, authorizationUrl())));
    const answers = await Promise.all(
      codes.map((code, index) => redeem(index % 2 === 0 ? provider : other, code)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await livingOf(grantId)).toBe(LIVING_KEPT);
  });

  it('400 invalid_grant: a renewal whose token makes room for a newer one meanwhile, which ends nothing', async () => {
    const browser = new Browser(provider);
    const [old, kept] = [await tokensFor(provider, browser), await tokensFor(provider, browser)];
    const makeRoom = {
      text: "DELETE FROM refresh_tokens WHERE id_sha256 = sha256(convert_to($1, 'utf8'))",
      values: [old.refresh_token],
    };
    const answer = await behindLock(provider, makeRoom, () => refresh(provider, old.refresh_token));
    expect(await refusalOf(answer)).toEqual([400, 'invalid_grant']);
    expect((await refresh(provider, kept.refresh_token)).status).toBe(200);
  });

  const refusals = [
    {
      name: 'another client (RFC 6749 5.2)',
      form: { client_id: secondClient.client_id, client_secret: secondClient.client_secret },
      status: 400,
      error: 'invalid_grant',
    },
    {
      name: 'another client without the secret',
      form: { client_secret: 'wrong' },
      status: 401,
      error: 'invalid_client',
    },
    {
      name: 'a wider scope (RFC 6749 6)',
      form: { scope: 'openid resources_business_api.read' },
      status: 400,
      error: 'invalid_scope',
    },
    { name: 'rubbish', form: { refresh_token: 'rubbish\u0000' }, status: 400, error: 'invalid_grant' },
    { name: 'nothing', form: { refresh_token: undefined }, status: 400, error: 'invalid_request' },
  ];
  it.each(refusals)('$status $error: $name', async ({ form, status, error }) => {
    const { refresh_token } = await tokensFor(provider);
    const response = await refresh(provider, refresh_token, form);
    expect({ status: response.status, ...(await json<object>(response)) }).toMatchObject({ status, error });
  });

  const audience = accessTokenAudience(authUrl);
  it.each([
    { name: 'ours twice', resources: [audience, audience], answer: [200, undefined] },
    {
      name: 'others',
      resources: ['https://a.example/', 'https://b.example/'],
      answer: [400, 'invalid_target'],
    },
    { name: 'one beside ours', resources: [audience, 'https://a.example/'], answer: [400, 'invalid_target'] },
  ])('$answer for several resources: $name (RFC 8707 2)', async ({ resources, answer }) => {
    const { refresh_token } = await tokensFor(provider);
    const { client_id, client_secret } = webClient;
    const form = { grant_type: 'refresh_token', refresh_token, client_id, client_secret };
    const body = new URLSearchParams(form);
    for (const resource of resources) body.append('resource', resource);
    const response = await provider.fetch(`${issuer}/connect/token`, { method: 'POST', body });
    expect([response.status, (await json<{ error?: string }>(response)).error]).toEqual(answer);
  });

  it('POST /auth/connect/revocation 200: the token and everything of its grant is dead (RFC 7009 2.1)', async () => {
    const { refresh_token } = await tokensFor(provider);
    const { client_id, client_secret } = { client_id: 'demo-web', client_secret: 'demo-web-secret' };
    const response = await provider.fetch(`${issuer}/connect/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token: refresh_token, client_id, client_secret }),
    });
    expect(response.status).toBe(200);
    expect((await refresh(provider, refresh_token)).status).toBe(400);
  });

  it('a user who is disabled gets no new tokens', async () => {
    const { refresh_token } = await json<Tokens>(
      await requestToken(provider, {
        grant_type: 'password',
        username: 'employee@demo.example',
        password: 'correct horse battery staple',
        scope: 'openid offline_access',
        ...passwordClient,
      }),
    );
    await provider.query("UPDATE users SET disabled = true WHERE email = 'employee@demo.example'");
    const response = await refresh(provider, refresh_token, passwordClient);
    expect(await json<object>(response)).toMatchObject({ error: 'invalid_grant' });
  });

  it('an authorization code that is redeemed again ends what came from it (RFC 6749 4.1.2)', async () => {
    const { code, tokens } = await tokensAndCode(provider);
    expect(await json<object>(await redeem(provider, code))).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400);
  });
});
