import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenAudience } from '@safety/contracts';
import { decodeJwt } from 'jose';
import { type Parameters, requestToken, webClient } from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { registerServiceClient, type ServiceClient } from '../testing/service-client.js';

const secretClient = { client_id: 'demo-web', client_secret: webClient.client_secret };
const now = (): number => Math.floor(Date.now() / 1000);

describe('client credentials', () => {
  let provider: IdentityUnderTest;
  let service: ServiceClient;
  beforeAll(async () => {
    provider = await startIdentity();
    service = await registerServiceClient(provider, 'a-service');
    await provider.query(
      "UPDATE clients SET grant_types = array_append(grant_types, 'client_credentials') WHERE id IN ('demo-web', 'demo-spa')",
    );
  });
  afterAll(() => provider.close());

  const ask = async (form: Parameters, headers: Record<string, string> = {}) => {
    const response = await requestToken(provider, { grant_type: 'client_credentials', ...form }, headers);
    return { status: response.status, ...((await response.json()) as { access_token: string }) };
  };

  it('200: a secret in the body; the token says that the client acts for itself (RFC 6749 4.4, RFC 9068 2.2)', async () => {
    const answer = await ask({ ...secretClient, scope: 'resources_business_api' });
    expect(answer).toEqual({
      status: 200,
      access_token: expect.any(String),
      expires_in: 1800,
      token_type: 'Bearer',
      scope: 'resources_business_api',
    });
    const claims = decodeJwt(answer.access_token);
    expect(claims).toMatchObject({
      iss: issuer,
      aud: accessTokenAudience(authUrl),
      sub: 'demo-web',
      client_id: 'demo-web',
      scope: 'resources_business_api',
    });
    expect(claims).not.toHaveProperty('sid');
    expect(claims).not.toHaveProperty('grant_id');
  });

  it('200: Basic (RFC 6749 2.3.1), and without a scope every one that is not about a user', async () => {
    const { client_id, client_secret } = secretClient;
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const answer = await ask({}, { authorization: `Basic ${basic}` });
    expect(answer).toMatchObject({ status: 200, scope: 'resources_accounts_api resources_business_api' });
  });

  it('200: private_key_jwt for the issuer or the endpoint (RFC 7523 2.2)', async () => {
    for (const aud of [issuer, [issuer], `${issuer}/connect/token`])
      expect(await ask(await service.assertion({ aud }))).toMatchObject({ status: 200 });
  });

  it.each(['JWT', 'jwt', 'client-authentication+jwt', 'application/client-authentication+jwt'])(
    '200: private_key_jwt of the type %s',
    async (typ) => {
      expect(await ask(await service.assertion({}, { typ }))).toMatchObject({ status: 200 });
    },
  );

  it.each(['at+jwt', 'logout+jwt', 'dpop+jwt', ''])(
    '401 invalid_client: a token of the type "%s" is no assertion (RFC 8725 3.11)',
    async (typ) => {
      expect(await ask(await service.assertion({}, { typ }))).toMatchObject({
        status: 401,
        error: 'invalid_client',
      });
    },
  );

  it('401 invalid_client: of twenty uses of one assertion at two processes exactly one succeeds (RFC 7523 3)', async () => {
    const other = await provider.addReplica();
    const assertion = await service.assertion();
    const form = { grant_type: 'client_credentials', ...assertion };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => requestToken(index % 2 === 0 ? provider : other, form)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
  });

  const wrongAssertions: { name: string; claims: () => Record<string, unknown> }[] = [
    { name: 'an expired one', claims: () => ({ exp: now() - 60 }) },
    { name: 'one without exp', claims: () => ({ exp: undefined }) },
    { name: 'one for years', claims: () => ({ exp: now() + 100_000_000 }) },
    { name: 'one from the future', claims: () => ({ nbf: now() + 600 }) },
    { name: 'one without jti', claims: () => ({ jti: undefined }) },
    { name: 'one for somebody else', claims: () => ({ aud: 'https://other.example' }) },
    {
      name: 'one for us and somebody else',
      claims: () => ({ aud: [issuer, 'https://other.example'] }),
    },
    {
      name: 'one for two of our addresses',
      claims: () => ({ aud: [issuer, `${issuer}/connect/token`] }),
    },
    { name: 'one without aud', claims: () => ({ aud: undefined }) },
    { name: 'one by another client', claims: () => ({ iss: 'demo-web' }) },
    { name: 'one in the name of another client', claims: () => ({ iss: 'demo-web', sub: 'demo-web' }) },
    { name: 'one without iss', claims: () => ({ iss: undefined }) },
  ];
  it.each(wrongAssertions)('401 invalid_client: $name (RFC 7523 3)', async ({ claims }) => {
    expect(await ask(await service.assertion(claims()))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
  });

  const refusals: { name: string; form: Parameters; status: number; error: string }[] = [
    {
      name: 'a scope about a user',
      form: { ...secretClient, scope: 'openid' },
      status: 400,
      error: 'invalid_scope',
    },
    {
      name: 'a scope that is not registered',
      form: { ...secretClient, scope: 'resources_business_api.read' },
      status: 400,
      error: 'invalid_scope',
    },
    {
      name: 'a resource that is not ours (RFC 8707 2)',
      form: { ...secretClient, resource: 'https://evil.example/' },
      status: 400,
      error: 'invalid_target',
    },
    {
      name: 'a public client (RFC 6749 4.4)',
      form: { client_id: 'demo-spa' },
      status: 400,
      error: 'unauthorized_client',
    },
    {
      name: 'a client that is not registered for it (RFC 6749 5.2)',
      form: { client_id: 'demo-second', client_secret: 'demo-second-secret' },
      status: 400,
      error: 'unauthorized_client',
    },
    {
      name: 'a wrong secret',
      form: { ...secretClient, client_secret: 'wrong' },
      status: 401,
      error: 'invalid_client',
    },
    { name: 'no client at all', form: {}, status: 400, error: 'invalid_request' },
  ];
  it.each(refusals)('$status $error: $name', async ({ form, status, error }) => {
    expect(await ask(form)).toMatchObject({ status, error });
  });

  it('401 invalid_client: a client with a key, with the secret of none; 400: secret and assertion at once (RFC 6749 2.3)', async () => {
    expect(await ask({ client_id: service.id, client_secret: 'only digests are kept' })).toMatchObject({
      status: 401,
    });
    expect(await ask({ ...(await service.assertion()), client_secret: 'x' })).toMatchObject({ status: 400 });
  });

  it('401: userinfo, since there is no user (OIDC Core 5.3)', async () => {
    const { access_token } = await ask(await service.assertion());
    const response = await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(response.status).toBe(401);
  });
});
