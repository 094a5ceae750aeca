import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RevocationPage, revocationPagesPath } from '@safety/contracts';
import { eventually } from '@safety/testing';
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose';
import pg from 'pg';
import { SigningKeys } from '../keys/signing-keys.js';
import { behindLock } from '../testing/behind-lock.js';
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

  /** Asks while the database cuts off what waits for the revocations. */
  const cutOff = (ask: () => Promise<Response>): Promise<Response> =>
    behindLock(provider, 'LOCK TABLE revocations', ask, 1, () =>
      provider.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      ),
    );

  it.each(['introspect', 'revocation'])('POST %s 503 as JSON: the database breaks off', async (endpoint) => {
    const { access_token: token } = await tokensFor(provider);
    const answer = await cutOff(() => post(endpoint, { token, ...web }));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('GET endsession 503 with a page: the database breaks off, and the session goes on', async () => {
    const { id_token, refresh_token } = await tokensFor(provider);
    const answer = await cutOff(() =>
      provider.fetch(`${issuer}/connect/endsession?id_token_hint=${id_token}`),
    );
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await refresh(provider, refresh_token)).status).toBe(200);
  });

  it('GET userinfo 200: the access token of a renewal outlives its grant, as in POST introspect; 401 revoked', async () => {
    const { access_token } = await tokensFor(provider);
    await provider.query(
      `UPDATE grants SET expires_at = now() - interval '1 minute',
         payload = (payload::jsonb || jsonb_build_object('exp', extract(epoch FROM now())::int - 60))::json
       WHERE id = $1`,
      [decodeJwt(access_token)['grant_id']],
    );
    const userinfo = async () =>
      (
        await provider.fetch(`${issuer}/connect/userinfo`, {
          headers: { authorization: `Bearer ${access_token}` },
        })
      ).status;
    expect(await introspect(access_token)).toMatchObject({ active: true });
    expect(await userinfo()).toBe(200);
    await post('revocation', { token: access_token, ...web });
    expect(await userinfo()).toBe(401);
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
    const { revocations } = (await (await provider.fetch('/internal/revocations/pages')).json()) as {
      revocations: { jti?: string }[];
    };
    expect(revocations.map(({ jti }) => jti)).toContain(decodeJwt(token).jti);
  });

  it('POST revocation 200: more than 100 in an hour end all tokens of the subject at the client, in one entry', async () => {
    const earlier = await clientToken();
    const { access_token: ofUser } = await tokensFor(provider);
    for (let count = 0; count < 105; count++) {
      const token = await clientToken();
      expect((await post('revocation', { token, ...(await service.assertion()) })).status).toBe(200);
      expect(await introspect(token)).toEqual(inactive);
    }
    expect(await introspect(earlier)).toEqual(inactive);
    expect(await introspect(ofUser)).toMatchObject({ active: true });
    const rows = await provider.query<{ kind: string; count: string }>(
      "SELECT kind, count(*) FROM revocations WHERE kind IN ('jti', 'subAtClient') GROUP BY kind ORDER BY kind",
    );
    expect(rows).toEqual([
      { kind: 'jti', count: '100' },
      { kind: 'subAtClient', count: '1' },
    ]);
    const { revocations } = await pageAfter();
    expect(revocations).toContainEqual(expect.objectContaining({ sub: service.id, clientId: service.id }));
  });

  const pageAfter = async (position?: string): Promise<RevocationPage> => {
    const query = position === undefined ? '' : `?after=${position}`;
    const answer = await provider.fetch(revocationPagesPath + query);
    expect(answer.status).toBe(200);
    return (await answer.json()) as RevocationPage;
  };
  const everyPageAfter = async (position?: string): Promise<RevocationPage[]> => {
    const pages = [await pageAfter(position)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await pageAfter(next));
    return pages;
  };
  /** A position behind all that is written. There is none while an older transaction of the server runs. */
  const settledPosition = () =>
    eventually(async () => {
      const { position } = await pageAfter();
      expect(await pageAfter(position)).toMatchObject({ revocations: [], next: null });
      return position;
    });
  const subjectsOf = (pages: RevocationPage[]) =>
    pages.flatMap(({ revocations }) => revocations.map(({ jti }) => jti));
  const ADD = `INSERT INTO revocations (kind, subject, issued_before, until)
    SELECT 'jti', $1 || number, now() + interval '1 hour', now() + interval '1 hour' FROM generate_series(1, $2) AS number`;

  it('GET revocations/pages 200: all of them in pages, then only the new ones', async () => {
    await provider.query(ADD, ['many-', 2_100]);
    const pages = await everyPageAfter();
    expect(pages.length).toBeGreaterThan(2);
    expect(Math.max(...pages.map(({ revocations }) => revocations.length))).toBe(1_000);
    expect(new Set(subjectsOf(pages).filter((jti) => jti?.startsWith('many-'))).size).toBe(2_100);
    const position = await settledPosition();
    await provider.query(ADD, ['new-', 1]);
    expect(subjectsOf(await everyPageAfter(position))).toContain('new-1');
    expect(subjectsOf(await everyPageAfter(position))).not.toContain('many-1');
  });

  it('GET revocations/pages 200: one that commits behind a page is told by the next question', async () => {
    const slow = new pg.Client({ connectionString: provider.database.ownerUrl });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query(ADD, ['slow-', 1]);
    await provider.query(ADD, ['quick-', 1]);
    const before = await everyPageAfter();
    expect(subjectsOf(before)).toContain('quick-1');
    expect(subjectsOf(before)).not.toContain('slow-1');
    await slow.query('COMMIT');
    await slow.end();
    expect(subjectsOf(await everyPageAfter(before[0]?.position))).toContain('slow-1');
  });

  it('GET revocations/pages 200: all of them behind a position of another server, which is ahead', async () => {
    expect(subjectsOf(await everyPageAfter(`${2n ** 60n}-0`))).toContain('new-1');
  });

  it.each(['', 'x', '1', '1-', '-1-0', '1-1-1'])('GET revocations/pages?after=%s 400', async (position) => {
    expect((await provider.fetch(`${revocationPagesPath}?after=${position}`)).status).toBe(400);
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
