import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type IdTokenAlgorithm, idTokenAlgorithms } from '../keys/id-token-header.js';
import { registerEs256Client } from '../testing/es256-client.js';
import { type Tokens, tokensFor, user } from '../testing/flows.js';
import { idTokenSigner, type SignIdToken } from '../testing/id-token-signer.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const now = (): number => Math.floor(Date.now() / 1000);

describe('POST /auth/connect/identitytokenvalidation', () => {
  let provider: IdentityUnderTest;
  let tokens: Tokens;
  const signers = {} as Record<IdTokenAlgorithm, SignIdToken>;
  const sign: SignIdToken = (claims, header) => signers.RS256(claims, header);

  beforeAll(async () => {
    provider = await startIdentity();
    tokens = await tokensFor(provider);
    for (const alg of idTokenAlgorithms) signers[alg] = await idTokenSigner(provider, issuer, alg);
  });
  afterAll(() => provider.close());

  const validate = (
    form: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    provider.fetch(`${issuer}/connect/identitytokenvalidation`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });

  it('200: the claims, as JSON that nobody stores', async () => {
    const response = await validate({ client_id: 'demo-web', token: tokens.id_token });
    const claims = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(claims).toMatchObject({ iss: issuer, aud: 'demo-web', sub: user.id, sid: expect.any(String) });
    expect(JSON.parse(String(claims['role']))).toHaveLength(user.roles.length);
  });

  it.each(idTokenAlgorithms)(
    '200: a token signed like ours, with %s, passes the same checks',
    async (alg) => {
      expect((await validate({ client_id: 'demo-web', token: await signers[alg]() })).status).toBe(200);
    },
  );

  it('200: the token of a client that asks for ES256; 400 invalid_token: its access token', async () => {
    const client = await registerEs256Client(provider);
    const { id_token, access_token } = await tokensFor(provider, undefined, client);
    const { client_id } = client;
    expect((await validate({ client_id, token: id_token })).status).toBe(200);
    expect((await validate({ client_id, token: access_token })).status).toBe(400);
  });

  const forged: { name: string; claims?: JWTPayload; header?: object }[] = [
    { name: 'another issuer (OIDC Core 3.1.3.7 rule 2)', claims: { iss: 'https://evil.example' } },
    { name: 'another audience (rule 3)', claims: { aud: 'demo-second' } },
    { name: 'a second audience (rule 3)', claims: { aud: ['demo-web', 'demo-second'] } },
    { name: 'an expired token (rule 9)', claims: { exp: now() - 60, iat: now() - 600 } },
    { name: 'no expiry (rule 9)', claims: { exp: undefined } as unknown as JWTPayload },
    { name: 'a token of long ago (rule 10)', claims: { iat: now() - 86_400, exp: now() + 60 } },
    { name: 'a token of the future (rule 10)', claims: { iat: now() + 600 } },
    { name: 'a token that is not valid yet (RFC 7519 4.1.5)', claims: { nbf: now() + 600 } },
    { name: 'no subject (OIDC Core 2)', claims: { sub: undefined } as unknown as JWTPayload },
    { name: 'an access token by its type (RFC 8725 3.11)', header: { typ: 'at+jwt' } },
    { name: 'a logout token by its type (RFC 8725 3.11)', header: { typ: 'logout+jwt' } },
    { name: 'an unknown key (RFC 7515 4.1.4)', header: { kid: 'unknown' } },
    { name: 'an unknown critical header (RFC 7515 4.1.11)', header: { crit: ['x'], x: 1 } },
  ];
  const withEach = idTokenAlgorithms.flatMap((alg) => forged.map((one) => ({ alg, ...one })));
  it.each(withEach)('400 invalid_token: $name, $alg', async ({ alg, claims, header }) => {
    const token = await signers[alg](claims, header);
    const response = await validate({ client_id: 'demo-web', token });
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 400,
      error: 'invalid_token',
      error_description: expect.any(String),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('400 invalid_token: the access token, an unsigned token, a changed one, a foreign key, rubbish', async () => {
    const [header, payload, signature] = tokens.id_token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const foreign = await new SignJWT({ sub: user.id, sid: 'x' })
      .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
      .setIssuer(issuer)
      .setAudience('demo-web')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    const changed = `${header}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${signature}`;
    for (const token of [tokens.access_token, unsigned, changed, foreign, 'rubbish', 'a.b.c', 'é\u0000']) {
      const response = await validate({ client_id: 'demo-web', token });
      expect([token, response.status]).toEqual([token, 400]);
    }
  });

  it('400 invalid_request: a parameter is missing or given twice; 400 invalid_client: an unknown client', async () => {
    const token = tokens.id_token;
    const errors = await Promise.all(
      [
        await validate({ client_id: 'demo-web' }),
        await validate({ token }),
        await validate([
          ['client_id', 'demo-web'],
          ['client_id', 'demo-second'],
          ['token', token],
        ]),
        await validate({ client_id: 'nobody', token }),
      ].map(async (response) => ((await response.json()) as { error: string }).error),
    );
    expect(errors).toEqual(['invalid_request', 'invalid_request', 'invalid_request', 'invalid_client']);
  });

  const preflight = (origin: string, wanted: Record<string, string> = {}): Promise<Response> =>
    provider.fetch(`${issuer}/connect/identitytokenvalidation`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', ...wanted },
    });
  const allowed = ({ status, headers }: Response) => [status, headers.get('access-control-allow-origin')];
  const spa = 'http://localhost:9092';

  it('a page of the client may call, and read the answer, also that of a refusal (as at the token endpoint)', async () => {
    const asked = await preflight(spa, { 'access-control-request-headers': 'x-requested-with' });
    expect(allowed(asked)).toEqual([204, spa]);
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
    expect(asked.headers.get('access-control-allow-headers')).toBe('x-requested-with');
    const token = await sign({ aud: 'demo-spa' });
    const good = await validate({ client_id: 'demo-spa', token }, { origin: spa });
    expect(allowed(good)).toEqual([200, spa]);
    expect(good.headers.get('vary')).toContain('origin');
    const bad = await validate({ client_id: 'demo-spa', token: 'rubbish' }, { origin: spa });
    expect(allowed(bad)).toEqual([400, spa]);
  });

  it('400 invalid_request, which it cannot read: a page of somebody else', async () => {
    const token = await sign({ aud: 'demo-spa' });
    const foreign = await validate({ client_id: 'demo-spa', token }, { origin: 'https://evil.example' });
    expect(allowed(foreign)).toEqual([400, null]);
    expect(await foreign.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('405: GET, and OPTIONS that no browser sends; 415: JSON', async () => {
    const address = `${issuer}/connect/identitytokenvalidation`;
    expect((await provider.fetch(address)).status).toBe(405);
    const options = await provider.fetch(address, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await options.json()).toMatchObject({ code: 'method-not-allowed' });
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await provider.fetch(address, json)).status).toBe(415);
  });
});
