import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Outbox } from '@safety/bus/outbox';
import { type AuditRecord, auditRecorded } from '@safety/contracts';
import { runInRequestContext } from '@safety/platform';
import { connected } from '@safety/testing';
import { Redis } from 'ioredis';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { AuditDays } from '../audit/audit-days.js';
import { recordOf } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { leaveAuditDays } from '../audit/leave-audit-days.js';
import { RefusalLimit } from '../audit/refusal-limit.js';
import { writeRecords } from '../audit/write-records.js';
import { clientShape, type SaveClient } from '../clients/client.js';
import { type ClientKeeper, operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { SecretUse } from '../clients/secret-use.js';
import { AuditLog } from '../console/records/audit-log.js';
import { OutgoingMails } from '../people/mail/outgoing-mails.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { Database } from '../storage/database/database.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  credentials,
  grantByPassword,
  passwordClient,
  redeem,
  refresh,
  requestToken,
  signIn,
  tokensAndCode,
  user,
  webClient,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { until } from '../testing/until.js';

describe('the audit trail', () => {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  let provider: IdentityUnderTest;
  let trail: AuditTrail;
  let log: AuditLog;
  beforeAll(async () => {
    provider = await startIdentity();
    trail = provider.app.get(AuditTrail, { strict: false });
    log = provider.app.get(AuditLog, { strict: false });
  });
  afterAll(async () => {
    await redis.quit();
    await provider.close();
  });

  /** The records made while `work` ran. */
  const recordsOf = async (work: () => Promise<unknown>): Promise<AuditRecord[]> => {
    await trail.written();
    const known = new Set((await all()).map(({ id }) => id));
    await work();
    await trail.written();
    return (await all()).filter(({ id }) => !known.has(id)).reverse();
  };
  const all = () => log.ofClients(operator, { limit: 200 });
  const typesOf = (records: AuditRecord[]) => records.map(({ type }) => type);

  it('a sign-in at a client is one record each of the sign-in, the authorization and the token', async () => {
    const records = await recordsOf(() => tokensAndCode(provider));
    expect(typesOf(records)).toEqual(['signed-in', 'authorized', 'token-issued']);
    const [first, second, third] = records;
    for (const record of records)
      expect(record).toMatchObject({ userId: user.id, clientId: 'demo-web', sid: first?.sid });
    expect(second?.grantId).toBe(third?.grantId);
    expect(third).toMatchObject({ actor: 'client', details: { grantType: 'authorization_code' } });
    expect(third?.sid).not.toBeNull();
  });

  it('a renewal is one token, a password a sign-in and a token', async () => {
    const { tokens } = await tokensAndCode(provider);
    const renewed = await recordsOf(() => refresh(provider, tokens.refresh_token));
    expect(typesOf(renewed)).toEqual(['token-issued']);
    expect(renewed[0]?.details['grantType']).toBe('authorization_code refresh_token');
    const form = { grant_type: 'password', username: user.email, scope: 'openid', ...passwordClient };
    const issued = await recordsOf(() =>
      requestToken(provider, { ...form, password: 'correct horse battery staple' }),
    );
    expect(typesOf(issued)).toEqual(['signed-in', 'token-issued']);
  });

  it('a sign-in and its refusal tell the network they came from: /24, or /64', async () => {
    const form = { grant_type: 'password', username: user.email, scope: 'openid', ...passwordClient };
    const from = (address: string, password: string) =>
      recordsOf(() => requestToken(provider, { ...form, password }, { 'x-forwarded-for': address }));
    const [signedIn] = await from('198.51.100.7', 'correct horse battery staple');
    const [refused] = await from('2001:db8:1:2:3:4:5:6', 'wrong');
    expect([signedIn?.details['network'], refused?.details['network']]).toEqual([
      '198.51.100.0/24',
      '2001:0db8:0001:0002::/64',
    ]);
    const browser = new Browser(provider, { 'x-forwarded-for': '203.0.113.9' });
    const atPage = await recordsOf(() => signIn(browser, authorizationUrl()));
    expect(atPage.find(({ type }) => type === 'signed-in')?.details['network']).toBe('203.0.113.0/24');
  });

  it('a link that was asked for is recorded, for an unknown address without a user', async () => {
    const mails = provider.app.get(OutgoingMails, { strict: false });
    const ask = { language: 'en', signIn: undefined, network: '198.51.100.0/24' } as const;
    for (const email of [user.email, 'nobody@demo.example']) await mails.sendNewPasswordLink(email, ask);
    const records = await provider.query(
      `SELECT user_id AS "userId", details FROM audit_records WHERE type = 'password-reset-requested' ORDER BY id`,
    );
    const details = { network: '198.51.100.0/24' };
    expect(records).toEqual([
      { userId: user.id, details },
      { userId: null, details },
    ]);
  });

  it.each<[string, string | RegExp, AuditRecord['type'], () => Promise<unknown>]>([
    [
      'a wrong password',
      /invalid_grant.*wrong user name or password/,
      'sign-in-refused',
      () =>
        requestToken(provider, {
          grant_type: 'password',
          username: user.email,
          password: 'wrong',
          scope: 'openid',
          ...passwordClient,
        }),
    ],
    [
      'a wrong client secret',
      /invalid_client/,
      'refused',
      () =>
        requestToken(provider, {
          grant_type: 'refresh_token',
          refresh_token: 'x',
          ...webClient,
          client_secret: 'wrong',
        }),
    ],
    [
      'an unknown code',
      /invalid_grant.*authorization code not found/,
      'refused',
      () => redeem(provider, 'nonsense'),
    ],
    [
      'an unregistered redirect URI',
      /redirect_uri/,
      'refused',
      () => provider.fetch(authorizationUrl({ redirect_uri: 'https://evil.example/' })),
    ],
    [
      'an unknown client',
      /invalid_client.*client not found/,
      'refused',
      () => provider.fetch(authorizationUrl({ client_id: 'nobody\u0000' })),
    ],
    [
      'a scope that is not registered',
      /invalid_scope/,
      'refused',
      () => provider.fetch(authorizationUrl({ scope: 'openid admin' })),
    ],
    [
      'a token that is none',
      /invalid_token/,
      'refused',
      () => provider.fetch(`${issuer}/connect/userinfo`, { headers: { authorization: 'Bearer nonsense' } }),
    ],
  ])('%s is one record with the exact reason and the request id', async (_, reason, type, attempt) => {
    const records = await recordsOf(attempt);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ type, reason: expect.stringMatching(reason) });
    expect(records[0]?.requestId).toMatch(/^[\w-]{36}$/);
  });

  it('the request id is that of the answer', async () => {
    const headers = { 'x-request-id': 'traced-1' };
    const [record] = await recordsOf(() =>
      requestToken(provider, { grant_type: 'authorization_code', code: 'x', ...webClient }, headers),
    );
    expect(record?.requestId).toBe('traced-1');
  });

  it('a replayed code is a refusal and the end of its grant', async () => {
    const { code } = await tokensAndCode(provider);
    const records = await recordsOf(() => redeem(provider, code));
    expect(typesOf(records).sort()).toEqual(['grant-ended', 'refused']);
    const ended = records.find(({ type }) => type === 'grant-ended');
    expect(ended).toMatchObject({ userId: user.id, clientId: 'demo-web', reason: expect.any(String) });
  });

  it('the end of a session is one record, in its transaction', async () => {
    const [first] = await recordsOf(() => tokensAndCode(provider));
    const sid = first?.sid ?? '';
    const sessions = provider.app.get(SessionEnding, { strict: false });
    const records = await recordsOf(() =>
      Promise.all([sessions.end(sid, user.id), sessions.end(sid, user.id)]),
    );
    expect(records).toMatchObject([{ type: 'session-ended', sid, userId: user.id }]);
  });

  it('the end of all that a user has is one record of each session and of each grant without one', async () => {
    await tokensAndCode(provider);
    const scope = 'openid offline_access';
    const form = { grant_type: 'password', username: user.email, password: credentials.password, scope };
    await requestToken(provider, { ...form, ...passwordClient });
    const sessions = provider.app.get(SessionEnding, { strict: false });
    const cause = { actor: 'operator', reason: 'asked by telephone' } as const;
    const records = await recordsOf(() =>
      provider.app
        .get(Database, { strict: false })
        .transaction((transaction) => sessions.endAllOf(transaction, user.id, cause)),
    );
    for (const record of records) expect(record).toMatchObject({ userId: user.id, ...cause });
    const ends = records.filter(({ type }) => type === 'grant-ended');
    expect(ends.filter(({ clientId, sid }) => clientId === 'demo-password' && sid === null)).not.toEqual([]);
    expect(ends.filter(({ sid }) => sid !== null)).toEqual([]);
    expect(typesOf(records)).toContain('session-ended');
  });

  it('the end of more than 100 grants of a user at one client is one record with their number', async () => {
    await grantByPassword(provider);
    const copied = await provider.query(
      `INSERT INTO grants (id, user_id, client_id, payload, expires_at)
       SELECT 'many-' || n, user_id, client_id, payload, expires_at
       FROM (SELECT * FROM grants WHERE user_id = $1 AND client_id = $2 AND revoked_at IS NULL LIMIT 1) AS one,
         generate_series(1, 100) AS n RETURNING id`,
      [user.id, passwordClient.client_id],
    );
    const sessions = provider.app.get(SessionEnding, { strict: false });
    const records = await recordsOf(() =>
      provider.app
        .get(Database, { strict: false })
        .transaction((transaction) => sessions.endAllOf(transaction, user.id)),
    );
    const { client_id: clientId } = passwordClient;
    const ends = records.filter((record) => record.type === 'grant-ended' && record.clientId === clientId);
    const details = { grants: copied.length + 1 };
    expect(ends).toMatchObject([{ userId: user.id, grantId: null, details }]);
  });

  it('a change of a client tells who did it and what it is now', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const keeper: ClientKeeper = { userId: user.id, companyIds: 'every', serviceCompanyIds: 'every' };
    const records = await recordsOf(async () => {
      const created = await registry.create(operator, null, {
        name: 'Night shift',
        authMethod: 'none',
        grantTypes: ['authorization_code'],
        scopes: ['openid'],
        redirectUris: ['https://app.example/'],
      });
      await registry.disable(keeper, created.client.id);
      await registry.remove(operator, created.client.id);
    });
    expect(records).toMatchObject([
      {
        type: 'client-changed',
        actor: 'operator',
        userId: null,
        details: { change: 'created', redirectUris: ['https://app.example/'] },
      },
      { type: 'client-changed', actor: 'user', userId: user.id, details: { change: 'disabled' } },
      { type: 'client-changed', actor: 'operator', details: { change: 'deleted', name: 'Night shift' } },
    ]);
  });

  it('a change of a client tells every member, and of its keys the id and the thumbprint', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const newKey = async (kid: string) => {
      const { publicKey } = await generateKeyPair('ES256');
      const key = { ...(await exportJWK(publicKey)), kid };
      return { key, name: `${kid} ${await calculateJwkThumbprint(key)}` };
    };
    const [first, second] = [await newKey('same'), await newKey('same')];
    const fields: SaveClient = {
      name: 'Night shift',
      authMethod: 'private_key_jwt',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'offline_access'],
      redirectUris: ['https://app.example/'],
      postLogoutRedirectUris: ['https://app.example/bye'],
      logoutUri: 'https://app.example/logout',
      backchannelLogoutUri: 'https://app.example/backchannel',
      accessTokenSeconds: 120,
      refreshTokenSeconds: 7_200,
      keepsOfflineAccess: true,
      idTokenSignedResponseAlg: 'ES256',
    };
    const records = await recordsOf(async () => {
      const { client } = await registry.create(operator, null, { ...fields, jwks: { keys: [first.key] } });
      await registry.replace(operator, client.id, 1, { ...fields, jwks: { keys: [second.key] } });
      await registry.remove(operator, client.id);
    });
    expect(records.map(({ details }) => details)).toEqual([
      { change: 'created', ...fields, jwks: [first.name] },
      { change: 'changed', ...fields, jwks: [second.name] },
      { change: 'disabled' },
      { change: 'deleted', name: 'Night shift' },
    ]);
    expect(Object.keys(records[0]?.details ?? {})).toEqual(
      expect.arrayContaining(Object.keys(clientShape.shape)),
    );
    expect(JSON.stringify(records)).not.toContain(first.key.x);
  });

  it('a secret is recorded at its first use of a day', async () => {
    await provider.query("UPDATE client_secrets SET last_used_at = now() - interval '1 day'");
    const use = provider.app.get(SecretUse, { strict: false });
    const once = async () => {
      await redeem(provider, 'nonsense');
      await use.write();
    };
    expect(typesOf(await recordsOf(once))).toContain('secret-used');
    expect(typesOf(await recordsOf(once))).not.toContain('secret-used');
  });

  it('holds no secret, password, code or token, and neither does the bus', async () => {
    const browser = new Browser(provider);
    const { code, tokens } = await tokensAndCode(provider, browser);
    await redeem(provider, code);
    await refresh(provider, tokens.refresh_token);
    await provider.fetch(`${issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}x` },
    });
    await trail.written();
    await waiting();
    const stored = JSON.stringify(await provider.query('SELECT * FROM audit_records'));
    const published = JSON.stringify(await redis.xrange('bus:identity:audit', '-', '+'));
    const secrets = [
      code,
      tokens.access_token.split('.')[2],
      tokens.id_token.split('.')[2],
      tokens.refresh_token,
      webClient.client_secret,
      'correct horse battery staple',
      browser.cookie('session'),
    ];
    for (const text of [stored, published]) {
      expect(text).toContain('token-issued');
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  const waiting = () =>
    until(async () => (await provider.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0);

  it('every record is on the bus, once, in a stream of its own', async () => {
    await trail.written();
    await waiting();
    const published = (await redis.xrange('bus:identity:audit', '-', '+')).flatMap(([, fields]) => {
      const envelope = JSON.parse(fields[1] ?? '');
      expect(envelope.type).toBe(auditRecorded.name);
      return auditRecorded.payload.parse(envelope.payload).records.map(({ id }) => id);
    });
    const stored = await provider.query<{ id: string }>('SELECT id FROM audit_records ORDER BY id');
    expect(published.sort()).toEqual(stored.map(({ id }) => id));
    const main = JSON.stringify(await redis.xrange('bus:identity', '-', '+'));
    expect(main).not.toContain(auditRecorded.name);
  });

  it('what is long is cut, says so, and can be stored wherever it is cut', async () => {
    const clientId = `${'x'.repeat(299)}😀${'y'.repeat(100)}`;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' };
    const [refusal] = await recordsOf(() => requestToken(provider, form));
    expect(refusal?.clientId).toBe(`${'x'.repeat(299)}…`);
    const redirectUri = `https://app.example/${'a'.repeat(400)}`;
    const records = await recordsOf(() =>
      provider.app.get(ClientRegistry, { strict: false }).create(operator, null, {
        name: 'Far away',
        authMethod: 'client_secret',
        grantTypes: ['authorization_code'],
        scopes: ['openid'],
        redirectUris: [redirectUri],
      }),
    );
    expect(records[0]?.details).toMatchObject({ redirectUris: [`${redirectUri.slice(0, 299)}…`] });
  });

  it('what strangers are refused beyond fifty in a second is counted', async () => {
    const limit = new RefusalLimit(trail);
    const second = 1_000;
    const records = await recordsOf(async () => {
      for (let index = 0; index < 5_000; index++)
        limit.record({ type: 'refused', clientId: 'flood' }, 'flood', second);
      // The count is told with the first refusal of another second.
      limit.record({ type: 'refused', clientId: 'flood' }, 'flood', second * 2);
    });
    expect(records).toHaveLength(50 + 1 + 1);
    expect(records.filter(({ details }) => details['refusals'] === 4_950)).toHaveLength(1);
  });

  describe('of refusals that were only counted', () => {
    const SECOND_MS = 1_000;
    const told = (kind: string) =>
      provider.query<{ refusals: number; requestId: string | null }>(
        `SELECT (details ->> 'refusals')::int AS refusals, request_id AS "requestId" FROM audit_records
         WHERE details ->> 'kind' = $1`,
        [kind],
      );
    const flood = (limit: RefusalLimit, kind: string): void => {
      for (let index = 0; index < 60; index++)
        limit.record({ type: 'refused', clientId: 'flood' }, kind, SECOND_MS);
    };

    it('the number is told when their second is over, though no other refusal comes', async () => {
      const limit = new RefusalLimit(trail);
      runInRequestContext({ requestId: 'the first of them' }, () => flood(limit, 'flood and silence'));
      await until(async () => (await told('flood and silence')).length > 0);
      limit.record({ type: 'refused', clientId: 'flood' }, 'flood and silence', 2 * SECOND_MS);
      await trail.written();
      expect(await told('flood and silence')).toEqual([{ refusals: 10, requestId: null }]);
    });

    it('the number is told by a process that ends before', async () => {
      const replica = await provider.addReplica();
      flood(replica.app.get(RefusalLimit, { strict: false }), 'flood at the end');
      await replica.close();
      expect(await told('flood at the end')).toEqual([{ refusals: 10, requestId: null }]);
    });
  });

  describe('for readers', () => {
    it('pages go back without a gap, newest first', async () => {
      const userId = user.id;
      const whole = await log.ofClients(operator, { userId, limit: 20 });
      const first = await log.ofClients(operator, { userId, limit: 8 });
      const before = first.at(-1) as AuditRecord;
      const second = await log.ofClients(operator, { userId, limit: 12, before });
      expect([...first, ...second]).toEqual(whole);
      expect(whole.map(({ occurredAt }) => occurredAt)).toEqual(
        whole
          .map(({ occurredAt }) => occurredAt)
          .sort()
          .reverse(),
      );
    });

    it('refusals are those of the clients that one manages', async () => {
      await redeem(provider, 'nonsense');
      await trail.written();
      const [refusal] = await log.refusals(operator, { clientId: 'demo-web' });
      expect(refusal).toMatchObject({
        clientId: 'demo-web',
        reason: expect.stringContaining('invalid_grant'),
      });
      const companyId = user.roles[0]?.companyId ?? '';
      const keeper: ClientKeeper = {
        userId: user.id,
        companyIds: [companyId],
        serviceCompanyIds: [companyId],
      };
      expect(await log.refusals(keeper)).toEqual([]);
      await provider.query("UPDATE clients SET company_id = $1 WHERE id = 'demo-web'", [companyId]);
      const seen = await log.refusals(keeper, { limit: 200 });
      await provider.query("UPDATE clients SET company_id = NULL WHERE id = 'demo-web'");
      expect(new Set(seen.map(({ clientId }) => clientId))).toEqual(new Set(['demo-web']));
    });
  });

  describe('in the database', () => {
    const asService = (sql: string) =>
      connected(provider.database.serviceUrl, (client) =>
        client.query(sql).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      );

    it.each([
      ['DELETE FROM audit_records', 'never changed'],
      ["UPDATE audit_records SET type = 'x'", 'never changed'],
      ['TRUNCATE audit_records', 'permission denied'],
      ['DROP TABLE audit_records', 'must be owner'],
      [
        `DELETE FROM audit_days.d${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`,
        'permission denied',
      ],
    ])('the service cannot %s', async (sql, refusal) => expect(await asService(sql)).toContain(refusal));

    const days = () =>
      provider.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'audit_days'::regnamespace AND relkind = 'r' ORDER BY 1",
      );

    it('keeps so many days and no more, whatever comes', async () => {
      const dayAgo = (ago: number) => {
        const date = new Date(Date.now() - ago * 86_400_000);
        return date.toISOString().slice(0, 10);
      };
      for (let ago = 2; ago <= 45; ago++) {
        await provider.query(
          `CREATE TABLE audit_days.d${dayAgo(ago).replaceAll('-', '')} PARTITION OF audit_records
           FOR VALUES FROM ('${dayAgo(ago)} 00:00Z') TO ('${dayAgo(ago - 1)} 00:00Z')`,
        );
        await provider.query(
          "INSERT INTO audit_records (id, occurred_at, type, actor, details) VALUES (gen_random_uuid(), $1, 'refused', 'client', '{}')",
          [`${dayAgo(ago)}T12:00:00Z`],
        );
      }
      await provider.app.get(AuditDays, { strict: false }).turn();
      expect(await days()).toHaveLength(1 + 30 + 7);
      const [oldest] = await provider.query<{ day: string }>(
        "SELECT min(occurred_at AT TIME ZONE 'UTC')::date::text AS day FROM audit_records",
      );
      expect(oldest?.day).toBe(dayAgo(30));
      await provider.app.get(AuditDays, { strict: false }).turn();
      expect(await days()).toHaveLength(1 + 30 + 7);
    });

    it('a turn of days gives up while a dump holds the trail, records go on, and the next one makes them', async () => {
      const turn = () => provider.app.get(AuditDays, { strict: false }).turn();
      const before = await days();
      await provider.query(`DROP TABLE audit_days.${before.at(-1)?.name}`);
      await connected(provider.database.ownerUrl, async (dump) => {
        await dump.query('BEGIN; LOCK TABLE audit_records IN ACCESS SHARE MODE');
        const turned = turn();
        const refused = expect(turned).rejects.toMatchObject({ code: '55P03' });
        trail.record({ type: 'authorized', clientId: 'during a dump' });
        await refused;
        await trail.written();
        expect(await log.ofClients(operator, { clientId: 'during a dump' })).toHaveLength(1);
        expect(await days()).toHaveLength(before.length - 1);
      });
      await turn();
      expect(await days()).toEqual(before);
    });

    it('the service drops no day sooner than the owner of the database allows', async () => {
      expect(await asService('SELECT audit_keep_days(1)')).toBe('done');
      expect(await days()).toHaveLength(1 + 30 + 7);
      expect(await asService('UPDATE audit_rules.retention SET days = 1')).toContain('permission denied');
      await connected(provider.database.ownerUrl, (owner) =>
        leaveAuditDays(owner, { AUDIT_RETENTION_DAYS: 7 }),
      );
      expect(await asService('SELECT audit_keep_days(1)')).toBe('done');
      expect(await days()).toHaveLength(1 + 7 + 7);
    });

    it('a process that ends in an orderly way loses nothing', async () => {
      const replica = await provider.addReplica();
      const one = replica.app.get(AuditTrail, { strict: false });
      for (let index = 0; index < 1_234; index++) one.record({ type: 'authorized', clientId: 'at the end' });
      await replica.close();
      const [row] = await provider.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM audit_records WHERE client_id = 'at the end'",
      );
      expect(row?.count).toBe(1_234);
    });

    it('records are written while other parts of a process still stop', async () => {
      const replica = await provider.addReplica();
      const one = replica.app.get(AuditTrail, { strict: false });
      await one.beforeApplicationShutdown();
      one.record({ type: 'authorized', clientId: 'while stopping' });
      const isWritten = async () =>
        (await log.ofClients(operator, { clientId: 'while stopping' })).length === 1;
      await until(isWritten);
      await replica.close();
    });

    it('records wait while the database refuses them, and are written in their order', async () => {
      await provider.query('ALTER TABLE audit_records RENAME TO audit_away');
      for (let index = 0; index < 3; index++)
        trail.record({ type: 'authorized', clientId: 'waits', details: { index } });
      await trail.written();
      await provider.query('ALTER TABLE audit_away RENAME TO audit_records');
      await until(async () => (await log.ofClients(operator, { clientId: 'waits' })).length === 3);
      const kept = await log.ofClients(operator, { clientId: 'waits' });
      expect(kept.map(({ details }) => details['index'])).toEqual([2, 1, 0]);
    });

    it('records of a clock that ran days ahead get the time of now, and hold up no others', async () => {
      const { dropped } = trail.counts;
      const note = (index: number) =>
        trail.record({ type: 'authorized', clientId: 'around a clock', details: { index } });
      note(0);
      const clock = jest
        .spyOn(Date.prototype, 'toISOString')
        .mockReturnValue(new Date(Date.now() + 9 * 86_400_000).toISOString());
      for (let index = 1; index <= 20; index++) note(index);
      clock.mockRestore();
      for (let index = 21; index <= 600; index++) note(index);
      await trail.written();
      expect(trail.counts).toEqual({ waiting: 0, dropped });
      const rows = await provider.query<{ index: number }>(
        `SELECT (details->>'index')::int AS index FROM audit_records
         WHERE client_id = 'around a clock' AND occurred_at < now() + interval '1 hour' ORDER BY index`,
      );
      expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 601 }, (_, index) => index));
    });

    it('records whose commit was not answered are written once', async () => {
      const database = provider.app.get(Database, { strict: false });
      const outbox = provider.app.get(Outbox, { strict: false });
      const records = [recordOf({ type: 'authorized', clientId: 'twice' })];
      for (const _ of ['committed', 'tried again'])
        await database.transaction((transaction) => writeRecords(transaction, outbox, records));
      expect(await log.ofClients(operator, { clientId: 'twice' })).toHaveLength(1);
    });
  });

  it('nothing is recorded of what succeeds for nobody: discovery and keys', async () => {
    const records = await recordsOf(async () => {
      await provider.fetch(`${issuer}/.well-known/openid-configuration`);
      await provider.fetch(`${issuer}/.well-known/openid-configuration/jwks`);
    });
    expect(records).toEqual([]);
  });

  it('a wrong password on the page is one record, without what was typed', async () => {
    const form = { email: 'typed-by-mistake', password: 'a wrong password' };
    const records = await recordsOf(() => signIn(new Browser(provider), authorizationUrl(), form));
    expect(records).toMatchObject([
      { type: 'sign-in-refused', clientId: 'demo-web', userId: null, reason: 'wrong user name or password' },
    ]);
    expect(JSON.stringify(records)).not.toContain('typed-by-mistake');
  });

  const atPage = (email: string, password: string) =>
    signIn(new Browser(provider), authorizationUrl(), { email, password });
  const atToken = (username: string, password: string) =>
    requestToken(provider, {
      ...{ grant_type: 'password', username, password, scope: 'openid' },
      ...passwordClient,
    });

  it.each([
    ['POST /auth/sign-in/:uid 200, the form again', atPage, 200],
    ['POST /auth/connect/token 400 invalid_grant', atToken, 400],
  ])(
    '%s: a wrong password is recorded with its user, and tells the caller nothing of it',
    async (_, send, status) => {
      const answers: string[] = [];
      const tried = async (email: string) => {
        const answer = await send(email, 'a wrong password');
        expect(answer.status).toBe(status);
        answers.push(JSON.stringify([...answer.headers]) + (await answer.text()));
      };
      const records = await recordsOf(async () => {
        await tried(user.email);
        await tried('nobody@demo.example');
      });
      expect(records.map(({ type, userId }) => [type, userId])).toEqual([
        ['sign-in-refused', user.id],
        ['sign-in-refused', null],
      ]);
      expect(answers.join()).not.toContain(user.id);
      expect(JSON.stringify(records)).not.toContain('@');
    },
  );

  it('a refused sign-in on the way back to a client is one record', async () => {
    const records = await recordsOf(async () => {
      const answer = await signIn(new Browser(provider), authorizationUrl({ prompt: 'none' }));
      expect(locationOf(answer)?.searchParams.get('error')).toBe('login_required');
    });
    expect(records).toMatchObject([{ type: 'refused', reason: expect.stringContaining('login_required') }]);
  });

  it('each guess is recorded during a flood of other refusals, and so is another kind of them', async () => {
    const limit = provider.app.get(RefusalLimit, { strict: false });
    const guess = { ...passwordClient, grant_type: 'password', username: user.email, password: 'a guess' };
    const records = await recordsOf(async () => {
      const flood = () => {
        for (let index = 0; index < 100; index++)
          limit.record({ type: 'refused', clientId: 'flood' }, 'refused: token invalid_grant');
      };
      flood();
      await requestToken(provider, { ...guess, scope: 'openid' });
      flood();
      const browser = new Browser(provider);
      const page = locationOf(await browser.open(authorizationUrl())) as URL;
      flood();
      await browser.submit(page, { email: user.email, password: 'a guess' });
      flood();
      await requestToken(provider, { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' });
      // The next second tells of those that were only counted.
      limit.record({ type: 'refused', clientId: 'flood' }, 'flood', Date.now() + 60_000);
    });
    const kept = records.filter(({ clientId }) => clientId !== 'flood');
    const reasons = kept.flatMap(({ type, reason }) =>
      reason?.startsWith('too many') ? [] : [`${type} ${reason}`],
    );
    expect(reasons).toEqual([
      expect.stringMatching(/^sign-in-refused invalid_grant.*wrong user name or password/),
      'sign-in-refused wrong user name or password',
      expect.stringMatching(/^refused invalid_client/),
    ]);
  });
});
