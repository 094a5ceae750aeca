import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose';
import { SigningKeys } from '../keys/signing-keys.js';
import {
  type Parameters,
  refresh,
  requestToken,
  secondClient,
  tokensFor,
  user,
  webClient,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { registerServiceClient, type ServiceClient } from '../testing/service-client.js';

const { client_id, client_secret } = webClient;
const web = { client_id, client_secret };
const second = { client_id: secondClient.client_id, client_secret: secondClient.client_secret };

describe('introspection and revocation', () => {
  let provider: IdentityUnderTest;
  let service: ServiceClient;
  beforeAll(async () => {
    provider = await startIdentity();
    service = await registerServiceClient(provider, 'a-service');
  });
  afterAll(() => provider.close());

  const post = (endpoint: string, form: Parameters): Promise<Response> =>
    provider.fetch(`${issuer}/connect/${endpoint}`, {
      method: 'POST',
      body: new URLSearchParams(form as Record<string, string>),
    });
  const introspect = async (token: string, client: Parameters = web) => {
    const response = await post('introspect', { token, ...client });
    expect(response.headers.get('cache-control')).toBe('no-store');
    return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
  };
  const inactive = { status: 200, active: false };
  const clientToken = async (): Promise<string> => {
    const form = { grant_type: 'client_credentials', ...(await service.assertion()) };
    return ((await (await requestToken(provider, form)).json()) as { access_token: string }).access_token;
  };

  it('POST introspect 200: an access token, to any client that proves who it is (RFC 7662 2.2)', async () => {
    const { access_token } = await tokensFor(provider);
    const claims = decodeJwt(access_token);
    const expected = { status: 200, active: true, token_type: 'Bearer', ...claims };
    expect(expected).toMatchObject({ sub: user.id, client_id, iss: issuer, exp: expect.any(Number) });
    expect(await introspect(access_token)).toEqual(expected);
    expect(await introspect(access_token, second)).toEqual(expected);
    expect(await introspect(access_token, await service.assertion())).toEqual(expected);
  });

  it('POST introspect 200: a refresh token, to its own client alone', async () => {
    const { refresh_token } = await tokensFor(provider);
    expect(await introspect(refresh_token)).toMatchObject({ active: true, client_id, sub: user.id });
    expect(await introspect(refresh_token, second)).toEqual(inactive);
    await refresh(provider, refresh_token);
    expect(await introspect(refresh_token)).toEqual(inactive);
  });

  it('POST introspect 200 inactive: rubbish, an ID token, a changed token (RFC 7662 2.2)', async () => {
    const { access_token, id_token } = await tokensFor(provider);
    for (const token of ['rubbish', 'a.b.c', id_token, `${access_token.slice(0, -6)}AAAAAA`]) {
      expect(await introspect(token)).toEqual(inactive);
    }
  });

  it('POST introspect 200 inactive: a token of ten years, though a key of the provider signed it', async () => {
    const { access_token } = await tokensFor(provider);
    const { privateKeys } = provider.app.get(SigningKeys, { strict: false });
    const [key] = privateKeys.keys.filter(({ alg }) => alg === 'ES256');
    const sign = async (seconds: number) => {
      const claims = decodeJwt(access_token);
      const long = { ...claims, exp: Number(claims.iat) + seconds };
      const header = { alg: 'ES256', typ: 'at+jwt', kid: String(key?.kid) };
      return new SignJWT(long).setProtectedHeader(header).sign(await importJWK(key as JWK, 'ES256'));
    };
    expect(await introspect(await sign(3_600))).toMatchObject({ active: true });
    expect(await introspect(await sign(10 * 365 * 24 * 3_600))).toEqual(inactive);
  });

  it('POST introspect 401: a public client, a wrong secret, for any token (RFC 7662 2.1)', async () => {
    const { access_token, refresh_token } = await tokensFor(provider);
    for (const token of [access_token, refresh_token, 'rubbish']) {
      for (const client of [{ client_id: 'demo-spa' }, { ...web, client_secret: 'wrong' }]) {
        expect(await introspect(token, client)).toMatchObject({ status: 401, error: 'invalid_client' });
      }
    }
  });

  it('POST revocation 200: an access token ends its grant: nothing of it counts any more (RFC 7009 2.1)', async () => {
    const { access_token, refresh_token } = await tokensFor(provider);
    expect((await post('revocation', { token: access_token, ...web })).status).toBe(200);
    expect(await introspect(access_token)).toEqual(inactive);
    expect((await refresh(provider, refresh_token)).status).toBe(400);
    const messages = await provider.query("SELECT 1 FROM outbox WHERE envelope->'payload'->>'grantId' = $1", [
      decodeJwt(access_token)['grant_id'],
    ]);
    expect(messages).toHaveLength(1);
  });

  it('POST revocation 200: the token of a service ends alone, and is published', async () => {
    const [token, another] = [await clientToken(), await clientToken()];
    expect((await post('revocation', { token, ...(await service.assertion()) })).status).toBe(200);
    expect(await introspect(token)).toEqual(inactive);
    expect(await introspect(another)).toMatchObject({ active: true, sub: service.id });
    const { revocations } = (await (await provider.fetch('/internal/revocations')).json()) as {
      revocations: { jti?: string }[];
    };
    expect(revocations.map(({ jti }) => jti)).toContain(decodeJwt(token).jti);
  });

  it("POST revocation 200: another client's tokens stay (RFC 7009 2.1)", async () => {
    const { access_token, refresh_token } = await tokensFor(provider);
    for (const token of [access_token, refresh_token, 'rubbish', 'a.b.c']) {
      expect((await post('revocation', { token, ...second })).status).toBe(200);
    }
    expect(await introspect(access_token)).toMatchObject({ active: true });
    expect(await introspect(refresh_token)).toMatchObject({ active: true });
  });

  it.each(['introspect', 'revocation'])('POST %s 400: no token; 401: no client', async (endpoint) => {
    expect((await post(endpoint, web)).status).toBe(400);
    expect((await post(endpoint, { token: 'x', client_id: 'nobody' })).status).toBe(401);
  });
});
