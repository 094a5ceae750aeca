import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccessTokenVerifier, PublicKeys } from '@safety/auth-guard';
import { createLogger } from '@safety/platform';
import { type Listener, listen } from '@safety/testing';
import { decodeProtectedHeader } from 'jose';
import { operator } from '../clients/client-keepers.js';
import { AuditLog } from '../console/records/audit-log.js';
import { KeyRotation } from '../keys/key-rotation.js';
import { Browser, locationOf } from '../testing/browser.js';
import { registerEs256Client } from '../testing/es256-client.js';
import {
  authorizationUrl,
  codeOf,
  redeem,
  refresh,
  signIn,
  type Tokens,
  tokensAndCode,
  webClient,
} from '../testing/flows.js';
import {
  authUrl,
  type IdentityUnderTest,
  issuer,
  type Replica,
  startIdentity,
} from '../testing/identity-under-test.js';
import { until } from '../testing/until.js';

const JWKS = '/.well-known/openid-configuration/jwks';
const logger = createLogger('guard', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

describe('key rotation', () => {
  let provider: IdentityUnderTest;
  let other: Replica;
  const lines: Listener[] = [];
  beforeAll(async () => {
    provider = await startIdentity();
    other = await provider.addReplica();
  });
  afterAll(async () => {
    for (const line of lines) await line.close();
    await provider.close();
  });
  beforeEach(async () => {
    await provider.query('DELETE FROM keys');
    await lookAll();
  });

  const lookAll = async () => {
    for (const { app } of [provider, other]) await app.get(KeyRotation, { strict: false }).look();
  };
  /** As if so much time had passed for the keys, and every process had looked. */
  const pass = async (interval: string) => {
    await provider.query(
      `UPDATE keys SET created_at = created_at - $1::interval, signs_from = signs_from - $1::interval,
         removed_from = removed_from - $1::interval`,
      [interval],
    );
    await lookAll();
  };
  const rotate = (options?: Parameters<KeyRotation['rotate']>[0]) =>
    provider.app.get(KeyRotation, { strict: false }).rotate(options);
  const published = async (replica: Replica): Promise<string[]> => {
    const { keys } = (await (await replica.fetch(issuer + JWKS)).json()) as {
      keys: { kid: string }[];
    };
    return keys.map(({ kid }) => kid);
  };
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const kidsOf = ({ access_token, id_token }: Tokens) => [access_token, id_token].map(kidOf);

  /** A service with its own cache of keys, which counts how often it reads them. */
  const newGuard = async (replica: Replica) => {
    let reads = 0;
    const line = await listen(async (_, response) => {
      const answer = await replica.fetch(issuer + JWKS);
      reads++;
      response.setHeader('content-type', 'application/json').end(await answer.text());
    });
    lines.push(line);
    const keys = new PublicKeys([line.url], logger);
    return {
      // Each time without memory of the tokens, but with its memory of the keys.
      accepts: (token: string) =>
        new AccessTokenVerifier(authUrl, keys).verify(token).then(
          () => true,
          () => false,
        ),
      polls: () => keys.renew(),
      reads: () => reads,
    };
  };

  it('no valid token is refused by a service with cached keys: before, during and after', async () => {
    const guard = await newGuard(provider);
    const before = (await tokensAndCode(provider)).tokens;
    expect(await guard.accepts(before.access_token)).toBe(true);

    await rotate();
    await lookAll();
    // Published everywhere, used nowhere.
    expect(await published(provider)).toHaveLength(4);
    expect(await published(other)).toEqual(await published(provider));
    const during = (await tokensAndCode(other)).tokens;
    expect(kidOf(during.access_token)).toBe(kidOf(before.access_token));
    expect(await guard.accepts(during.access_token)).toBe(true);

    expect(guard.reads()).toBe(1);

    // In the meantime it has read the keys again, as everybody has.
    await guard.polls();
    expect(guard.reads()).toBe(2);
    await pass('20 minutes');
    const after = (await tokensAndCode(other)).tokens;
    expect(kidOf(after.access_token)).not.toBe(kidOf(before.access_token));
    expect(kidOf(after.id_token)).not.toBe(kidOf(before.id_token));
    for (const { access_token } of [before, during, after])
      expect(await guard.accepts(access_token)).toBe(true);
    // It knew the key before it met it.
    expect(guard.reads()).toBe(2);

    // The old keys stay for sign-outs with what they signed.
    await pass('90 days 59 minutes');
    expect(await published(provider)).toEqual(expect.arrayContaining([before, after].flatMap(kidsOf)));
    expect(await guard.accepts(after.access_token)).toBe(true);
    await pass('1 minute');
    for (const kid of kidsOf(before)) expect(await published(other)).not.toContain(kid);
  });

  it('ID tokens of ES256 change their key with access tokens, stay good as hints, and open no service', async () => {
    const client = await registerEs256Client(provider);
    const browser = new Browser(provider);
    const { tokens: before } = await tokensAndCode(provider, browser, client);
    expect(kidOf(before.id_token)).toBe(kidOf(before.access_token));
    await rotate();
    await pass('20 minutes');
    const { tokens: after } = await tokensAndCode(provider, browser, client);
    expect(kidOf(after.id_token)).not.toBe(kidOf(before.id_token));
    const guard = await newGuard(provider);
    for (const { access_token, id_token } of [before, after])
      expect([await guard.accepts(access_token), await guard.accepts(id_token)]).toEqual([true, false]);
    await pass('89 days');
    const hint = { id_token_hint: before.id_token, client_id: client.client_id };
    const asked = `${issuer}/connect/endsession?${new URLSearchParams(hint)}`;
    expect((await other.fetch(asked)).status).toBe(200);
  });

  it('a process that signs already and one that does not yet accept what the other signed', async () => {
    const userinfo = async (replica: Replica, token: string) =>
      (await replica.fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    // The bus does not reach it, so it does not notice before its next look.
    const late = await provider.addReplica({ REDIS_URL: 'redis://127.0.0.1:1' });
    await rotate();
    await late.app.get(KeyRotation, { strict: false }).look();
    await provider.query('UPDATE keys SET signs_from = now() WHERE signs_from > now()');
    await provider.app.get(KeyRotation, { strict: false }).look();
    const [ahead, behind] = [(await tokensAndCode(provider)).tokens, (await tokensAndCode(late)).tokens];
    expect(kidOf(ahead.access_token)).not.toBe(kidOf(behind.access_token));
    expect(await userinfo(late, ahead.access_token)).toBe(200);
    expect(await userinfo(provider, behind.access_token)).toBe(200);
  });

  it('a sign-in under way, a session and a sign-out go on across the change of all keys, in any process', async () => {
    const browser = new Browser(provider);
    const { tokens } = await tokensAndCode(provider, browser);
    const started = new Browser(provider);
    const page = locationOf(await started.open(authorizationUrl()));
    await rotate();
    await pass('20 minutes');
    // The session's cookie was signed with the previous key.
    const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
    const renewed = await redeem(other, codeOf(silent));
    expect(renewed.status).toBe(200);
    const finished = await started.follow(
      await started.submit(page as URL, {
        email: 'admin@demo.example',
        password: 'correct horse battery staple',
      }),
    );
    expect((await redeem(other, codeOf(finished))).status).toBe(200);
    expect((await refresh(other, tokens.refresh_token)).status).toBe(200);
    const signedOut = await browser.open(`${issuer}/connect/endsession?id_token_hint=${tokens.id_token}`);
    expect(signedOut.status).toBe(303);
    const gone = await browser.open(authorizationUrl({ prompt: 'none' }));
    expect(locationOf(gone)?.searchParams.get('error')).toBe('login_required');
  });

  it('the bus tells every process of new keys at once', async () => {
    await rotate();
    await until(async () => (await published(other)).length === 4);
    expect((await published(other)).sort()).toEqual((await published(provider)).sort());
  });

  it('the schedule makes one successor for each key, however many processes look', async () => {
    await pass('29 days 23 hours');
    expect(await published(provider)).toHaveLength(2);
    await provider.query("UPDATE keys SET created_at = created_at - interval '2 hours'");
    await Promise.all([lookAll(), lookAll(), lookAll()]);
    expect(await published(provider)).toHaveLength(4);
    expect(await provider.query("SELECT 1 FROM keys WHERE purpose = 'cookie'")).toHaveLength(2);
    await pass('20 minutes');
    expect(await published(provider)).toHaveLength(4);
  });

  it('KEY_ROTATION_DAYS=0: never by itself', async () => {
    const manual = await provider.addReplica({ KEY_ROTATION_DAYS: '0' });
    await provider.query("UPDATE keys SET created_at = created_at - interval '400 days'");
    await manual.app.get(KeyRotation, { strict: false }).look();
    expect(await published(manual)).toHaveLength(2);
    await manual.close();
  });

  it('years of rotations leave a few keys', async () => {
    for (let month = 0; month < 12; month++) await pass('31 days');
    expect((await provider.query('SELECT 1 FROM keys')).length).toBeLessThanOrEqual(10);
  });

  it('at once: the keys of before sign and open nothing any more; a refresh token goes on', async () => {
    const browser = new Browser(provider);
    const { tokens } = await tokensAndCode(provider, browser);
    const { keyIds } = await rotate({ immediately: true });
    const [message] = await provider.query<{ payload: object }>(
      "SELECT envelope -> 'payload' AS payload FROM outbox WHERE envelope ->> 'type' = 'keys-rotated.v1' ORDER BY id DESC LIMIT 1",
    );
    const [accessTokenKeyId] = keyIds;
    const withdrawnKeyIds = [kidOf(tokens.access_token)];
    expect(message?.payload).toEqual({ keyIds, accessTokenKeyId, withdrawnKeyIds });
    await lookAll();
    const guard = await newGuard(other);
    expect(await guard.accepts(tokens.access_token)).toBe(false);
    expect(await published(provider)).toHaveLength(2);
    const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
    expect(locationOf(silent)?.searchParams.get('error')).toBe('login_required');
    const renewed = await refresh(other, tokens.refresh_token);
    expect(renewed.status).toBe(200);
    expect(await guard.accepts(((await renewed.json()) as Tokens).access_token)).toBe(true);
    const fresh = await redeem(other, codeOf(await signIn(new Browser(other), authorizationUrl())));
    const { access_token } = (await fresh.json()) as { access_token: string };
    expect(await guard.accepts(access_token)).toBe(true);
  });

  it('409 while the keys made last do not sign yet; at once is possible always', async () => {
    await rotate();
    await expect(rotate()).rejects.toMatchObject({ code: 'invalid-state' });
    expect((await rotate({ immediately: true, purposes: ['cookie'] })).keyIds).toHaveLength(1);
  });

  it('each new key is one record, without the key', async () => {
    const { keyIds } = await rotate();
    const records = await provider.app
      .get(AuditLog, { strict: false })
      .ofClients(operator, { types: ['keys-rotated'] });
    expect(
      records
        .slice(0, 3)
        .map(({ details }) => details['keyId'])
        .sort(),
    ).toEqual([...keyIds].sort());
    expect(Object.keys(records[0]?.details ?? {}).sort()).toEqual(['immediately', 'keyId', 'purpose']);
  });

  it('codes issued before and redeemed after are as good as ever', async () => {
    const code = codeOf(await signIn(new Browser(provider), authorizationUrl()));
    await rotate();
    await pass('20 minutes');
    expect((await redeem(other, code, webClient)).status).toBe(200);
  });
});
