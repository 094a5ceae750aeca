import { KeyObject, randomUUID, sign } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accessTokenAudience, issuerOf } from '@safety/contracts';
import { createLogger } from '@safety/platform';
import { type Listener, listen } from '@safety/testing';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { AccessTokenVerifier } from './access-token-verifier.js';
import { PublicKeys } from './public-keys.js';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const AUTH_URL = 'https://login.example';
/** Tests move it; nothing waits. */
let now = Date.UTC(2026, 0, 1);
const seconds = () => Math.floor(now / 1000);

let pair: Pair;
let other: Pair;
let jwk: JWK;
let otherJwk: JWK;
let server: Listener;
let requests: number;
let answer: RequestListener;

const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeAll(async () => {
  [pair, other] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  otherJwk = { ...(await exportJWK(other.publicKey)), kid: 'two', alg: 'ES256', use: 'sig' };
  server = await listen((request, response) => {
    requests++;
    answer(request, response);
  });
});

afterAll(() => server.close());

const logger = createLogger('keys', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
let verifier: AccessTokenVerifier;

beforeEach(() => {
  requests = 0;
  answer = json({ keys: [jwk] });
  verifier = new AccessTokenVerifier(AUTH_URL, new PublicKeys([server.url], logger, () => now), () => now);
});

interface Changes {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: Pair['privateKey'] | Uint8Array;
}

function token({ claims, header, key = pair.privateKey }: Changes = {}): Promise<string> {
  const payload: JWTPayload = {
    iss: issuerOf(AUTH_URL),
    aud: accessTokenAudience(AUTH_URL),
    sub: 'user',
    client_id: 'client',
    scope: 'openid',
    iat: seconds(),
    exp: seconds() + 1800,
    jti: randomUUID(),
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one', ...header })
    .sign(key);
}

const outcome = async (text: string | Promise<string>): Promise<string> =>
  verifier.verify(await text).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('accepts (RFC 9068 section 4)', () => {
  it.each<[string, Changes]>([
    ['typ at+jwt', {}],
    ['typ application/at+jwt', { header: { typ: 'application/at+jwt' } }],
    ['typ in another case: media types have none (RFC 2045 5.1)', { header: { typ: 'AT+JWT' } }],
    [
      'a list of audiences with ours',
      { claims: { aud: ['https://x.example', accessTokenAudience(AUTH_URL)] } },
    ],
    ['no kid, while there is one key', { header: { kid: undefined } }],
    ['no scope', { claims: { scope: undefined } }],
    ['expired 4 seconds ago, since clocks differ', { claims: { exp: Math.floor(now / 1000) - 4 } }],
    ['issued 30 seconds ahead, since clocks differ', { claims: { iat: Math.floor(now / 1000) + 30 } }],
    ['an hour long, the longest that identity issues', { claims: { exp: Math.floor(now / 1000) + 3600 } }],
    ['claims that we do not know', { claims: { acr: '1', custom: { deep: true } } }],
  ])('%s', async (_, changes) => {
    expect(await outcome(token(changes))).toBe('accepted');
  });
});

describe('refuses as token-invalid', () => {
  it.each<[string, Changes]>([
    ['no typ (RFC 9068 4)', { header: { typ: undefined } }],
    ['typ JWT: an ID token (RFC 8725 3.11)', { header: { typ: 'JWT' } }],
    ['typ logout+jwt', { header: { typ: 'logout+jwt' } }],
    ['typ text/at+jwt', { header: { typ: 'text/at+jwt' } }],
    ['typ at+jwt with more behind', { header: { typ: 'at+jwt;x=1' } }],
    ['another issuer', { claims: { iss: 'https://evil.example/auth' } }],
    ['the issuer with a slash', { claims: { iss: `${issuerOf(AUTH_URL)}/` } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'https://x.example' } }],
    ['the client as audience: an ID token', { claims: { aud: 'client' } }],
    ['a list of audiences without ours', { claims: { aud: ['https://x.example', 'client'] } }],
    ['no audience', { claims: { aud: undefined } }],
    ['no exp', { claims: { exp: undefined } }],
    ['exp as text', { claims: { exp: '9999999999' } }],
    ['no iat', { claims: { iat: undefined } }],
    ['no sub', { claims: { sub: undefined } }],
    ['an empty sub', { claims: { sub: '' } }],
    ['sub as a number', { claims: { sub: 7 } }],
    ['no client_id', { claims: { client_id: undefined } }],
    ['no jti', { claims: { jti: undefined } }],
    ['scope as a list', { claims: { scope: ['openid'] } }],
    ['nbf ahead', { claims: { nbf: Math.floor(now / 1000) + 60 } }],
    ['a second longer than identity issues any', { claims: { exp: Math.floor(now / 1000) + 3601 } }],
    ['ten years long', { claims: { exp: Math.floor(now / 1000) + 10 * 365 * 24 * 3600 } }],
    ['a company that is no id', { claims: { company_id: 'every' } }],
    ['iat two minutes ahead', { claims: { iat: Math.floor(now / 1000) + 120 } }],
    ['an unknown kid', { header: { kid: 'none' } }],
  ])('%s', async (_, changes) => {
    expect(await outcome(token(changes))).toBe('token-invalid');
  });

  it('a critical extension that we do not know (RFC 7515 4.1.11)', async () => {
    const [, payload] = (await token()).split('.');
    const signed = (more: object) => {
      const input = `${encoded({ alg: 'ES256', typ: 'at+jwt', kid: 'one', ...more })}.${payload}`;
      const key = KeyObject.from(pair.privateKey);
      const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    };
    expect(await outcome(signed({ exp2: 1 }))).toBe('accepted');
    expect(await outcome(signed({ exp2: 1, crit: ['exp2'] }))).toBe('token-invalid');
  });

  it('a signature by a key that is not published', async () => {
    expect(await outcome(token({ key: other.privateKey }))).toBe('token-invalid');
  });

  it('a key that the token brings itself (RFC 8725 3.10)', async () => {
    for (const header of [{ jwk: otherJwk }, { jku: server.url }, { x5u: server.url }]) {
      expect(await outcome(token({ header, key: other.privateKey }))).toBe('token-invalid');
    }
  });

  it('HS256 with the public key as secret (RFC 8725 2.1)', async () => {
    const secrets = [await exportSPKI(pair.publicKey), JSON.stringify(jwk)];
    for (const secret of secrets) {
      const forged = token({ header: { alg: 'HS256' }, key: new TextEncoder().encode(secret) });
      expect(await outcome(forged)).toBe('token-invalid');
    }
  });

  it.each(['none', 'None', 'NONE', 'ES384', 'RS256', ''])('alg %j', async (alg) => {
    const [, payload, signature] = (await token()).split('.');
    const header = encoded({ alg, typ: 'at+jwt', kid: 'one' });
    expect(await outcome(`${header}.${payload}.`)).toBe('token-invalid');
    expect(await outcome(`${header}.${payload}.${signature}`)).toBe('token-invalid');
  });

  it('any change to a good token', async () => {
    const good = await token();
    const [header = '', payload = '', signature = ''] = good.split('.');
    const admin = encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'admin' });
    for (const text of [
      `${header}.${admin}.${signature}`,
      `${header}.${payload}.${'A'.repeat(signature.length)}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${good}.x`,
      `${good}.x.y`,
      '..',
      '',
      'x'.repeat(100_000),
    ]) {
      expect(await outcome(text)).toBe('token-invalid');
    }
  });
});

describe('expiry', () => {
  it('token-expired, also for a token that was good a moment ago', async () => {
    const text = await token({ claims: { exp: seconds() + 10 } });
    expect(await outcome(text)).toBe('accepted');
    now += 14_000;
    expect(await outcome(text)).toBe('accepted');
    now += 1_000;
    expect(await outcome(text)).toBe('token-expired');
  });

  it('of a forged token is not told: it is invalid', async () => {
    expect(await outcome(token({ claims: { exp: seconds() - 60 }, key: other.privateKey }))).toBe(
      'token-invalid',
    );
  });
});

describe('the keys of identity', () => {
  it('are asked for once by many tokens at the same time', async () => {
    const texts = await Promise.all(Array.from({ length: 10 }, () => token()));
    expect(new Set(await Promise.all(texts.map(outcome)))).toEqual(new Set(['accepted']));
    expect(requests).toBe(1);
  });

  it('are asked for again by an unknown kid at most once in 30 seconds', async () => {
    await outcome(token());
    now += 30_000;
    for (let index = 0; index < 20; index++) await outcome(token({ header: { kid: `flood-${index}` } }));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => outcome(token({ header: { kid: `again-${index}` } }))),
    );
    expect(requests).toBe(2);
    now += 29_999;
    await outcome(token({ header: { kid: 'still' } }));
    expect(requests).toBe(2);
    now += 1;
    await outcome(token({ header: { kid: 'now' } }));
    expect(requests).toBe(3);
  });

  it('that are new are found by their kid, and the old go on for as long as they are published', async () => {
    await outcome(token());
    now += 30_000;
    answer = json({ keys: [otherJwk, jwk] });
    expect(await outcome(token({ header: { kid: 'two' }, key: other.privateKey }))).toBe('accepted');
    expect(await outcome(token())).toBe('accepted');
    expect(requests).toBe(2);
  });

  it.each<[string, RequestListener]>([
    ['500', json({}, 500)],
    ['404 with keys', json({ keys: [] }, 404)],
    ['no key', json({ keys: [] })],
    ['no set', json({})],
    ['null', json(null)],
    ['text in place of keys', json({ keys: 'none' })],
    ['an empty key', json({ keys: [{}] })],
    [
      'a key that is no point of the curve',
      json({ keys: [{ kty: 'EC', crv: 'P-256', kid: 'one', x: 'AA', y: 'AA' }] }),
    ],
    ['a symmetric key', json({ keys: [{ kty: 'oct', kid: 'one', k: 'c2VjcmV0' }] })],
    ['HTML', (_, response) => void response.end('<html>')],
    ['a hang-up', (request) => void request.socket.destroy()],
  ])('stay known when identity answers %s; without any it is 503', async (_, rubbish) => {
    const fresh = new AccessTokenVerifier(
      AUTH_URL,
      new PublicKeys([server.url], logger, () => now),
      () => now,
    );
    await outcome(token());
    answer = rubbish;
    now += 11 * 60_000;
    expect(await outcome(token({ header: { kid: 'none' } }))).toBe('token-invalid');
    expect(await outcome(token())).toBe('accepted');
    await expect(fresh.verify(await token())).rejects.toMatchObject({
      code: 'unavailable',
      options: { headers: { 'retry-after': '1' } },
    });
    answer = json({ keys: [jwk] });
    expect((await fresh.verify(await token())).sub).toBe('user');
  });

  describe('that are gone', () => {
    const withdrawn = { keyIds: ['two'], accessTokenKeyId: 'two', withdrawnKeyIds: ['one'] };
    let keys: PublicKeys;

    beforeEach(() => {
      keys = new PublicKeys([server.url], logger, () => now);
      verifier = new AccessTokenVerifier(AUTH_URL, keys, () => now);
    });

    it('refuse what they signed, also what was accepted before, as soon as identity answers without them', async () => {
      const text = await token();
      expect(await outcome(text)).toBe('accepted');
      answer = json({ keys: [otherJwk] });
      now += 30_000;
      expect(await outcome(token({ header: { kid: 'two' }, key: other.privateKey }))).toBe('accepted');
      expect(verifier.recall(text)).toBeUndefined();
      expect(await outcome(text)).toBe('token-invalid');
    });

    it('go on counting while identity answers rubbish', async () => {
      const text = await token();
      expect(await outcome(text)).toBe('accepted');
      for (const rubbish of [json({ keys: [] }), json({}, 500), json({ keys: [{}] })]) {
        answer = rubbish;
        now += 30_000;
        await outcome(token({ header: { kid: 'none' } }));
        expect(verifier.recall(text)).toBeDefined();
      }
    });

    it('fail each time that they are read, for the log, but not once the service stops', async () => {
      class Read extends PublicKeys {
        once = () => this.work();
      }
      const read = new Read([server.url], logger, () => now);
      answer = json({}, 500);
      await expect(read.once()).rejects.toThrow('The public keys of identity cannot be read');
      await read.beforeApplicationShutdown();
      await read.once();
    });

    it('refuse at once when identity says so, whatever a process answers that has not heard of it', async () => {
      const text = await token();
      expect(await outcome(text)).toBe('accepted');
      const applied = keys.apply(withdrawn);
      expect(verifier.recall(text)).toBeUndefined();
      expect(await outcome(text)).toBe('token-invalid');
      // 503 rather than 401: the token may well be good.
      const newer = await token({ header: { kid: 'two' }, key: other.privateKey });
      expect(await outcome(newer)).toBe('unavailable');
      answer = json({ keys: [otherJwk] });
      await applied;
      expect(await outcome(newer)).toBe('accepted');
      answer = json({ keys: [jwk, otherJwk] });
      now += 30_000;
      await outcome(token({ header: { kid: 'none' } }));
      expect(await outcome(text)).toBe('token-invalid');
      expect(await outcome(token())).toBe('token-invalid');
    });

    it('leave those that stay, and what they signed', async () => {
      answer = json({ keys: [jwk, otherJwk] });
      const text = await token({ header: { kid: 'two' }, key: other.privateKey });
      expect(await outcome(text)).toBe('accepted');
      await keys.apply(withdrawn);
      expect(verifier.recall(text)).toBeDefined();
      expect(requests).toBe(1);
    });
  });
});
