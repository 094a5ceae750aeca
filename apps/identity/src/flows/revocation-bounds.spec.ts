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
