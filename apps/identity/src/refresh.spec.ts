import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  passwordClient,
  redeem,
  refresh,
  requestToken,
  secondClient,
  type Tokens,
  tokensAndCode,
  tokensFor,
} from './testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from './testing/identity-under-test.js';

const json = async <Body>(response: Response): Promise<Body> => (await response.json()) as Body;

describe('refresh', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

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

  it('400 invalid_grant: used twice, and then the whole family is dead (RFC 9700 4.14.2)', async () => {
    const { refresh_token } = await tokensFor(provider);
    const renewed = await json<Tokens>(await refresh(provider, refresh_token));
    const again = await refresh(provider, refresh_token);
    expect([again.status, (await json<{ error: string }>(again)).error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(provider, renewed.refresh_token)).status).toBe(400);
    const info = await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${renewed.access_token}` },
    });
    expect(info.status).toBe(401);
  });

  it('of twenty uses of one token at two processes exactly one succeeds', async () => {
    const other = await provider.addReplica();
    const { refresh_token } = await tokensFor(provider);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(index % 2 === 0 ? provider : other, refresh_token)),
    );
    const bodies = await Promise.all(answers.map((answer) => json<{ error?: string }>(answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(bodies.filter(({ error }) => error === 'invalid_grant')).toHaveLength(19);
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
