import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../../testing/browser.js';
import { refresh, tokensFor } from '../../testing/flows.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { ExpiredRows } from './expired-rows.js';

const TABLES = [
  'sessions',
  'console_sessions',
  'grants',
  'refresh_tokens',
  'revocations',
  'short_lived',
  'logout_deliveries',
  'password_links',
  'email_links',
  'outgoing_mails',
  'demo_mails',
  'known_devices',
  'counters',
  'handled_messages',
];

describe('expired rows', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    // Without Redis what lives for minutes is in the database, too.
    provider = await startIdentity({ REDIS_URL: 'redis://127.0.0.1:1' });
  });
  afterAll(() => provider.close());

  const counts = async (): Promise<number[]> => {
    const tables = TABLES.map((table) => `(SELECT count(*)::int FROM ${table})`);
    const [row] = await provider.query<{ counts: number[] }>(`SELECT ARRAY[${tables.join(', ')}] AS counts`);
    return row?.counts ?? [];
  };

  it('go, table by table, and living ones stay', async () => {
    const { id_token } = await tokensFor(provider);
    const sid = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString()).sid;
    await provider.query(
      "INSERT INTO logout_deliveries (id, sid, client_id, logout_uri) VALUES (gen_random_uuid(), $1, 'demo-web', '-')",
      [sid],
    );
    await provider.query(
      "INSERT INTO revocations (kind, subject, issued_before, until) VALUES ('sid', $1, now(), now() + interval '1 hour')",
      [sid],
    );
    await provider.query(
      `INSERT INTO console_sessions (id_sha256, user_id, sid, id_token, authenticated_at, expires_at)
       SELECT '\\x00', user_id, sid, '-', now(), now() + interval '1 hour' FROM sessions WHERE sid = $1`,
      [sid],
    );
    await provider.query(
      `INSERT INTO password_links (token_sha256, user_id, expires_at)
       SELECT '\\x00', user_id, now() + interval '1 hour' FROM sessions WHERE sid = $1`,
      [sid],
    );
    await provider.query(
      `INSERT INTO email_links (token_sha256, user_id, email, expires_at)
       SELECT '\\x00', user_id, '-', now() + interval '1 hour' FROM sessions WHERE sid = $1`,
      [sid],
    );
    await provider.query(
      "INSERT INTO outgoing_mails (id, kind, email_key, language) VALUES (gen_random_uuid(), 'forgotten-password', '-', 'en')",
    );
    await provider.query(
      "INSERT INTO demo_mails (id, recipient, subject, body) VALUES (gen_random_uuid(), '-', '-', '-')",
    );
    await provider.query(
      "INSERT INTO counters (key, count, expires_at) VALUES ('-', 1, now() + interval '1 hour')",
    );
    await provider.query('INSERT INTO handled_messages (id) VALUES (gen_random_uuid())');
    const expired = provider.app.get(ExpiredRows, { strict: false });
    const before = await counts();
    await expired.remove();
    expect(await counts()).toEqual(before);
    expect(before.every((count) => count > 0)).toBe(true);

    for (const table of [
      'sessions',
      'console_sessions',
      'grants',
      'refresh_tokens',
      'short_lived',
      'password_links',
      'email_links',
      'counters',
    ]) {
      await provider.query(`UPDATE ${table} SET expires_at = now() - interval '1 second'`);
    }
    await expired.remove();
    for (const table of ['sessions', 'grants'] as const)
      expect((await counts())[TABLES.indexOf(table)]).toBeGreaterThan(0);
    await provider.query("UPDATE grants SET expires_at = now() - interval '2 hours'");
    await provider.query("UPDATE sessions SET ended_at = now() - interval '2 hours'");
    await provider.query("UPDATE revocations SET until = now() - interval '1 second'");
    await provider.query("UPDATE logout_deliveries SET created_at = now() - interval '31 days'");
    await provider.query("UPDATE outgoing_mails SET created_at = now() - interval '31 days'");
    await provider.query("UPDATE demo_mails SET sent_at = now() - interval '8 days'");
    await provider.query("UPDATE handled_messages SET handled_at = now() - interval '15 days'");
    await provider.query("UPDATE known_devices SET last_used_at = now() - interval '91 days'");
    await expired.remove();
    expect(await counts()).toEqual(TABLES.map(() => 0));
  });

  it('go however many they are, and those of other tables though one cannot be read', async () => {
    const add = (rows: number) =>
      provider.query(
        "INSERT INTO counters (key, count, expires_at) SELECT n::text, 1, now() - interval '1 hour' FROM generate_series(1, $1) AS n",
        [rows],
      );
    const expired = provider.app.get(ExpiredRows, { strict: false });
    await add(2_500);
    await expired.remove();
    expect(await provider.query('SELECT FROM counters LIMIT 1')).toEqual([]);
    await add(1);
    await provider.query('ALTER TABLE demo_mails RENAME TO away');
    await expired.remove();
    await provider.query('ALTER TABLE away RENAME TO demo_mails');
    expect(await provider.query('SELECT FROM counters LIMIT 1')).toEqual([]);
  });

  it.each<[string, (token: string, browser: Browser) => Promise<unknown>]>([
    ['a hundredth renewal', (token) => refresh(provider, token)],
    ['another sign-in', (_, browser) => tokensFor(provider, browser)],
  ])('refresh tokens of a grant that were exchanged go with %s, but for the last hundred', async (_, ask) => {
    await provider.query('DELETE FROM grants');
    const browser = new Browser(provider);
    const { refresh_token: token } = await tokensFor(provider, browser);
    await provider.query(
      `INSERT INTO refresh_tokens (id_sha256, grant_id, payload, expires_at, consumed_at)
       SELECT int4send(n), grant_id, payload, expires_at, now() - make_interval(mins => n)
       FROM refresh_tokens, generate_series(1, 103) AS n WHERE consumed_at IS NULL`,
    );
    await provider.query(
      `UPDATE refresh_tokens SET payload = payload::jsonb || '{"rotations": 99}' WHERE consumed_at IS NULL`,
    );
    await ask(token, browser);
    const [row] = await provider.query(
      `SELECT count(DISTINCT grant_id)::int AS grants, count(consumed_at)::int AS spent,
         bool_or(consumed_at IS NULL) AS living,
         bool_and(consumed_at IS NULL OR consumed_at > now() - interval '101 minutes') AS newest
       FROM refresh_tokens`,
    );
    expect(row).toEqual({ grants: 1, spent: 100, living: true, newest: true });
  });
});
