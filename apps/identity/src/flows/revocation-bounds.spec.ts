import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoPassword, demoQuarries, demoUsers, otherWorks } from '@safety/demo-data';
import { operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { ClientSecrets } from '../clients/client-secrets.js';
import { ExpiredSessions } from '../sessions/expired-sessions.js';
import { GrantEnding } from '../sessions/grant-ending.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { Database, type Transaction } from '../storage/database/database.js';
import { bodyOf, passwordClient, requestToken, webClient } from '../testing/flows.js';
import {
  type IdentityUnderTest,
  issuer,
  type Replica,
  startIdentity,
} from '../testing/identity-under-test.js';
import { until } from '../testing/until.js';

/** Ends one by one that a subject may have at a client in an hour. */
const MOST_ONE_BY_ONE = 100;
const both = demoUsers.find(({ email }) => email === 'both@demo.example')?.id ?? '';

describe('how far a revocation reaches', () => {
  let provider: IdentityUnderTest;
  let other: Replica;
  beforeAll(async () => {
    // Nothing listens there: a change is not told to the other process.
    provider = await startIdentity({ REDIS_URL: 'redis://127.0.0.1:1' });
    other = await provider.addReplica();
  });
  afterAll(() => provider.close());

  const isActive = async (token: string): Promise<boolean> => {
    const { client_id, client_secret } = webClient;
    const body = new URLSearchParams({ token, client_id, client_secret });
    const answer = provider.fetch(`${issuer}/connect/introspect`, { method: 'POST', body });
    return (await bodyOf<{ active: boolean }>(answer)).active;
  };

  async function serviceClient() {
    const { client, secret } = await provider.app
      .get(ClientRegistry, { strict: false })
      .create(operator, demoQuarries.id, {
        name: 'Jobs',
        authMethod: 'client_secret',
        grantTypes: ['client_credentials'],
        scopes: ['resources_business_api'],
      });
    const proof = { client_id: client.id, client_secret: secret?.secret ?? '' };
    const ask = (at: Replica = provider) => requestToken(at, { grant_type: 'client_credentials', ...proof });
    const token = async () => (await bodyOf(ask())).access_token;
    const revoke = (revoked: string) =>
      provider.fetch(`${issuer}/connect/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ token: revoked, ...proof }),
      });
    return { client, ask, token, revoke, secretId: secret?.id ?? '' };
  }

  it('POST revocation 200, more than 100 in an hour: older tokens end, each one asked for afterwards is good', async () => {
    const { token, revoke } = await serviceClient();
    const older = await token();
    for (let n = 0; n < MOST_ONE_BY_ONE; n++) await revoke(await token());
    expect(await isActive(older)).toBe(true);
    for (let n = 0; n < 2; n++) {
      const revoked = await token();
      expect((await revoke(revoked)).status).toBe(200);
      const next = await token();
      expect([await isActive(older), await isActive(revoked), await isActive(next)]).toEqual([
        false,
        false,
        true,
      ]);
    }
  });

  it('more than 100 grants that a company cut short: each ends alone', async () => {
    await provider.query(
      'INSERT INTO session_limits (company_id, version, seconds) VALUES ($1, 1000, 300) ON CONFLICT (company_id) DO UPDATE SET seconds = 300',
      [otherWorks.id],
    );
    const token = async () => {
      const form = {
        username: 'both@demo.example',
        password: demoPassword,
        scope: 'openid',
        ...passwordClient,
      };
      return (await bodyOf(requestToken(provider, { grant_type: 'password', ...form }))).access_token;
    };
    const expired = await token();
    // As many as somebody's program has in an hour, without the time that as many passwords take.
    await provider.query(
      `INSERT INTO grants (id, user_id, client_id, payload, expires_at)
       SELECT 'expired-' || n, user_id, client_id, payload, expires_at
       FROM grants, generate_series(1, $2) AS n WHERE user_id = $1 AND sid IS NULL`,
      [both, MOST_ONE_BY_ONE],
    );
    await provider.query("UPDATE grants SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
      both,
    ]);
    const living = await token();
    await provider.app.get(ExpiredSessions, { strict: false }).endAll();
    expect([await isActive(expired), await isActive(living), await isActive(await token())]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each<[string, (transaction: Transaction, endings: GrantEnding) => Promise<void>]>([
    ['the user', (transaction, endings) => endings.endOf(transaction, both, undefined, {})],
    ['the company', (transaction, endings) => endings.endAt(transaction, both, [demoQuarries.id], {})],
  ])('a grant of the release before, which knows no epochs of clients: ends with %s', async (_, end) => {
    const { client } = await serviceClient();
    await provider.query('UPDATE clients SET grant_epoch = 1 WHERE id = $1', [client.id]);
    await provider.query(
      `INSERT INTO grants (id, user_id, client_id, payload, expires_at)
       VALUES ('of ' || $2, $1, $2, '{}', now() + interval '1 day')`,
      [both, client.id],
    );
    const endings = provider.app.get(GrantEnding, { strict: false });
    await provider.app
      .get(Database, { strict: false })
      .transaction((transaction) => end(transaction, endings));
    expect(
      await provider.query('SELECT revoked_at IS NOT NULL AS ended FROM grants WHERE client_id = $1', [
        client.id,
      ]),
    ).toEqual([{ ended: true }]);
    expect(
      await provider.query("SELECT FROM revocations WHERE kind = 'grantId' AND subject = $1", [
        `of ${client.id}`,
      ]),
    ).toHaveLength(1);
  });

  it('a user with 5,000 sessions and as many grants without one: all end at once', async () => {
    const { id, email } = demoUsers.find((user) => user.email === 'employee@demo.example') ?? {
      id: '',
      email: '',
    };
    const form = { username: email, password: demoPassword, scope: 'openid', ...passwordClient };
    const token = (await bodyOf(requestToken(provider, { grant_type: 'password', ...form }))).access_token;
    await provider.query(
      `INSERT INTO sessions (sid, id_sha256, user_id, payload, expires_at)
       SELECT 'many-' || n, sha256(n::text::bytea), $1, '{}', now() + interval '1 day' FROM generate_series(1, 5000) AS n`,
      [id],
    );
    await provider.query(
      `INSERT INTO grants (id, sid, user_id, client_id, payload, expires_at)
       SELECT kind || n, CASE kind WHEN 'in' THEN 'many-' || n END, user_id, client_id, payload, expires_at
       FROM grants, generate_series(1, 5000) AS n, unnest(ARRAY['in', 'without']) AS kind
       WHERE user_id = $1 AND sid IS NULL`,
      [id],
    );
    const ending = provider.app.get(SessionEnding, { strict: false });
    await provider.app
      .get(Database, { strict: false })
      .transaction((transaction) => ending.endAllOf(transaction, id));
    expect(await isActive(token)).toBe(false);
    // It covers tokens that requests under way still issue: the gateway waits ten seconds for them.
    const [reached] = await provider.query<{ reach: number }>(
      `SELECT extract(epoch FROM max(issued_before) - now())::int AS reach FROM revocations
       WHERE kind = 'subAtClient' AND subject LIKE '%' || $1 || '%'`,
      [id],
    );
    expect(reached?.reach).toBeGreaterThan(5);
    const alive = `SELECT (SELECT count(*) FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now())
      + (SELECT count(*) FROM grants WHERE user_id = $1 AND revoked_at IS NULL) AS alive`;
    expect(await provider.query(alive, [id])).toEqual([{ alive: '0' }]);
    // Nothing is left to end in the background of what follows.
    await provider.query("DELETE FROM sessions WHERE sid LIKE 'many-%'");
  });

  it('grants of several clients that end together, one of them at its 98th of the hour: two alone, then all', async () => {
    const [full, other] = [(await serviceClient()).client.id, (await serviceClient()).client.id].sort();
    await provider.query(
      `INSERT INTO counters (key, count, expires_at) VALUES ('revocations:' || $1, 98, now() + interval '1 hour')`,
      [JSON.stringify([both, full])],
    );
    await provider.query(
      `INSERT INTO grants (id, user_id, client_id, payload, expires_at)
       SELECT client || n, $1, client, '{}', now() + interval '1 day'
       FROM unnest($2::text[]) AS client, generate_series(1, 4) AS n`,
      [both, [full, other]],
    );
    const endings = provider.app.get(GrantEnding, { strict: false });
    await provider.app
      .get(Database, { strict: false })
      .transaction((transaction) => endings.endOf(transaction, both, undefined, {}));
    const published = await provider.query<{ told: { grantId?: string; clientId?: string } }>(
      `SELECT envelope -> 'payload' AS told FROM outbox WHERE envelope ->> 'type' = 'tokens-revoked.v1'
       AND concat(envelope -> 'payload' ->> 'grantId', envelope -> 'payload' ->> 'clientId') ~ $1 ORDER BY id`,
      [`${full}|${other}`],
    );
    const ofClient = (id = '') =>
      published
        .map(({ told }) => told.grantId ?? told.clientId)
        .filter((told) => told?.startsWith(id))
        .map((told) => (told === id ? 'all' : 'alone'));
    expect([ofClient(full), ofClient(other)]).toEqual([
      ['alone', 'alone', 'all'],
      ['alone', 'alone', 'alone', 'alone'],
    ]);
    const kept = await provider.query<{ subject: string }>(
      'SELECT subject FROM revocations WHERE subject LIKE ANY ($1)',
      [[`${full}%`, `${other}%`, `%"${full}"]`]],
    );
    expect(kept).toHaveLength(published.length);
    expect(
      await provider.query("SELECT count FROM counters WHERE key LIKE '%' || $1 || '%'", [full]),
    ).toEqual([{ count: 102 }]);
  });

  /** Sessions of a user that have expired, with grants at clients that are told of their end in both ways. */
  async function addSessions(userId: string, sessions: number, clients: number) {
    const name = randomUUID();
    await provider.query(
      `INSERT INTO clients SELECT added.* FROM clients, generate_series(1, $2) AS n,
         jsonb_populate_record(clients, jsonb_build_object('id', $1 || '-client-' || n, 'keeps_offline_access', n = 1,
           'logout_uri', 'https://127.0.0.1:1/', 'backchannel_logout_uri', 'https://127.0.0.1:1/')) AS added
       WHERE clients.id = 'demo-web'`,
      [name, clients],
    );
    await provider.query(
      `INSERT INTO sessions (sid, id_sha256, user_id, payload, expires_at)
       SELECT $1 || '-' || lpad(n::text, 3, '0'), sha256(($1 || n)::bytea), $2, '{}', now() - make_interval(secs => 1000 - n)
       FROM generate_series(1, $3) AS n`,
      [name, userId, sessions],
    );
    await provider.query(
      `INSERT INTO grants (id, sid, user_id, client_id, payload, expires_at)
       SELECT sid || clients.id, sid, user_id, clients.id, '{}', now() + interval '1 day'
       FROM sessions, clients WHERE starts_with(sid, $1) AND starts_with(clients.id, $1)`,
      [name],
    );
    const sids = await provider.query<{ sid: string }>(
      'SELECT sid FROM sessions WHERE starts_with(sid, $1) ORDER BY sid',
      [name],
    );
    return { name, sids: sids.map(({ sid }) => sid) };
  }

  /** How often a transaction sends a statement. */
  async function statementsOf(work: (transaction: Transaction) => Promise<void>): Promise<number> {
    let statements = 0;
    await provider.app.get(Database, { strict: false }).transaction(({ client, ...rest }) => {
      const query = (...sent: Parameters<typeof client.query>) => {
        statements += 1;
        return client.query(...sent);
      };
      return work({ ...rest, client: { query } as typeof client });
    });
    return statements;
  }

  const manager = demoUsers.find(({ email }) => email === 'manager@demo.example')?.id ?? '';
  it.each<[string, (transaction: Transaction, endings: SessionEnding, sids: string[]) => Promise<void>]>([
    ['that have expired', (transaction, endings, sids) => endings.endExpired(transaction, sids)],
    ['of one user', (transaction, endings) => endings.endAllOf(transaction, manager)],
  ])('30 sessions %s, of five clients each, end in as many statements as 3 of two', async (_, end) => {
    const endings = provider.app.get(SessionEnding, { strict: false });
    const statements: number[] = [];
    for (const [sessions, clients] of [
      [3, 2],
      [30, 5],
    ] as const) {
      const { name, sids } = await addSessions(manager, sessions, clients);
      statements.push(await statementsOf((transaction) => end(transaction, endings, sids)));
      const told = await provider.query<{ told: string }>(
        "SELECT concat_ws(' ', sid, client_id, kind) AS told FROM logout_deliveries WHERE starts_with(sid, $1)",
        [name],
      );
      const expected = sids.flatMap((sid) =>
        Array.from({ length: clients }, (_one, n) => [
          `${sid} ${name}-client-${n + 1} backchannel`,
          `${sid} ${name}-client-${n + 1} logout-uri`,
        ]).flat(),
      );
      expect(told.map((row) => row.told).sort()).toEqual(expected.sort());
      for (const written of [
        `SELECT envelope -> 'payload' ->> 'sid' AS sid FROM outbox WHERE envelope ->> 'type' = 'session-ended.v1'
         AND starts_with(envelope -> 'payload' ->> 'sid', $1) ORDER BY id`,
        "SELECT subject AS sid FROM revocations WHERE kind = 'sid' AND starts_with(subject, $1) ORDER BY id",
        "SELECT sid FROM audit_records WHERE type = 'session-ended' AND starts_with(sid, $1) ORDER BY id",
      ])
        expect(await provider.query(written, [name])).toEqual(sids.map((sid) => ({ sid })));
    }
    expect(statements[1]).toBe(statements[0]);
  });

  it.each([
    ['too large', 'count(*) > 10', []],
    ['of one that cannot end', "bool_or(subject LIKE '%-001')", ['-001']],
    ['whatever is tried', 'true', undefined],
  ])('a batch of expired sessions that fails, %s: smaller ones end all others', async (_, fails, left) => {
    const { name } = await addSessions(manager, 30, 1);
    await provider.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF (SELECT ${fails} FROM revocations WHERE transaction_id = pg_current_xact_id())
       THEN RAISE 'refused'; END IF; RETURN NULL; END $$`,
    );
    await provider.query('CREATE TRIGGER refuse AFTER INSERT ON revocations EXECUTE FUNCTION refuse()');
    const endAll = () => provider.app.get(ExpiredSessions, { strict: false }).endAll();
    const open = async () =>
      (
        await provider.query<{ sid: string }>(
          'SELECT sid FROM sessions WHERE starts_with(sid, $1) AND ended_at IS NULL',
          [name],
        )
      ).map(({ sid }) => sid.slice(name.length));
    // Where all fail, the run gives up after some.
    const failed = left?.length ?? 10;
    await endAll().catch((error: Error) => expect(error.message).toBe(`${failed} could not be ended`));
    if (left) expect(await open()).toEqual(left);
    else expect(await open()).toHaveLength(30);
    await provider.query('DROP FUNCTION refuse CASCADE');
    await endAll();
    expect(await open()).toEqual([]);
  });

  /** Asks at the other process until it refuses. None of the tokens that it gave meanwhile is good. */
  async function refusesSoon(ask: (at: Replica) => Promise<Response>): Promise<void> {
    const given: string[] = [];
    await until(async () => {
      const answer = await ask(other);
      if (answer.status === 200) given.push((await bodyOf(answer)).access_token);
      return answer.status === 401;
    });
    expect(await Promise.all(given.map(isActive))).toEqual(given.map(() => false));
  }

  it('a disabled client, while Redis is away: the other process refuses it, and its late tokens are no good', async () => {
    const { client, ask } = await serviceClient();
    expect((await ask(other)).status).toBe(200);
    await provider.app.get(ClientRegistry, { strict: false }).disable(operator, client.id);
    await refusesSoon(ask);
  });

  it('a revoked secret, while Redis is away: so does it', async () => {
    const { client, ask, secretId } = await serviceClient();
    expect((await ask(other)).status).toBe(200);
    await provider.app.get(ClientSecrets, { strict: false }).revoke(operator, client.id, secretId);
    await refusesSoon(ask);
  });
});
