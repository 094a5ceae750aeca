import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FaultProxy } from '@safety/local-stack';
import { describeMetrics, eventually, scrape } from '@safety/testing';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const redis = new FaultProxy(process.env['REDIS_URL'] ?? '');
let provider: IdentityUnderTest;

beforeAll(async () => {
  await redis.restore();
  provider = await startIdentity({ METRICS_PORT: '0', REDIS_URL: redis.url });
});
afterAll(async () => {
  await provider.close();
  await redis.cut();
});

describeMetrics(() => provider.app, 'every service', 'a database', 'identity');

const valuesOf = async (wanted: string) =>
  (await scrape(provider.app)).samples.filter(({ name }) => name === wanted);

it('keys_age_seconds: each purpose', async () => {
  const ages = await valuesOf('keys_age_seconds');
  expect(ages.map(({ labels }) => labels['purpose']).toSorted()).toEqual([
    'access-token',
    'cookie',
    'id-token',
  ]);
});

it('audit_days_ahead: nearly a week at least, and none once the days to come are missing', async () => {
  const ahead = async () => (await valuesOf('audit_days_ahead'))[0]?.value;
  expect(await ahead()).toBeGreaterThanOrEqual(6);
  await provider.query(`DO $$ DECLARE coming text; BEGIN
    FOR coming IN SELECT relname FROM pg_class
        WHERE relnamespace = 'audit_days'::regnamespace AND relkind = 'r'
          AND relname > to_char(now() AT TIME ZONE 'UTC', '"d"YYYYMMDD') LOOP
      EXECUTE format('DROP TABLE audit_days.%I', coming);
    END LOOP; END $$`);
  expect(await ahead()).toBeLessThanOrEqual(0);
});

it('deliveries_waiting: mails that wait, and by how much the first is late', async () => {
  await provider.query(
    `INSERT INTO outgoing_mails (id, kind, email_key, language, next_attempt_at)
     VALUES (gen_random_uuid(), 'forgotten-password', 'nobody@safety.example', 'en', now() - interval '1 hour')`,
  );
  const of = async (name: string) =>
    (await valuesOf(name)).find(({ labels }) => labels['queue'] === 'mail')?.value;
  expect(await of('deliveries_waiting')).toBe(1);
  expect(await of('deliveries_overdue_age_seconds')).toBeGreaterThanOrEqual(3_600);
});

it('deliveries_failing_age_seconds: of the oldest that failed and still waits', async () => {
  await provider.query(
    `INSERT INTO outgoing_mails (id, kind, email_key, language, created_at, next_attempt_at, last_error)
     SELECT gen_random_uuid(), 'forgotten-password', 'nobody@safety.example', 'en', now() - age, next_attempt_at, last_error
     FROM (VALUES (interval '20 minutes', now() + interval '1 hour', 'Refused'), ('2 hours', NULL, 'Refused'),
                  ('3 hours', now() + interval '1 hour', NULL)) AS mail (age, next_attempt_at, last_error)`,
  );
  const ages = await valuesOf('deliveries_failing_age_seconds');
  const [logout, mail] = ['logout', 'mail'].map(
    (queue) => ages.find(({ labels }) => labels['queue'] === queue)?.value,
  );
  expect(logout).toBe(0);
  expect(mail).toBeGreaterThanOrEqual(1_200);
  expect(mail).toBeLessThan(3_600);
});

it('bus_dead_letters: left out while Redis is away, and not bus_outbox_waiting', async () => {
  const told = async () =>
    (await scrape(provider.app)).samples
      .filter(({ name }) => ['bus_redis_up', 'bus_dead_letters', 'bus_outbox_waiting'].includes(name))
      .map(({ name, value }) => (name === 'bus_redis_up' ? `${name} ${value}` : name))
      .toSorted();
  const whole = ['bus_dead_letters', 'bus_outbox_waiting', 'bus_redis_up 1'];
  await eventually(async () => expect(await told()).toEqual(whole));
  await redis.cut();
  await eventually(async () => expect(await told()).toEqual(['bus_outbox_waiting', 'bus_redis_up 0']));
  await redis.restore();
  await eventually(async () => expect(await told()).toEqual(whole));
});

it('http_server_request_duration_seconds: endpoints of the protocol by their paths', async () => {
  await provider.fetch(`${issuer}/.well-known/openid-configuration`);
  await eventually(async () => {
    const counted = await valuesOf('http_server_request_duration_seconds_count');
    expect(counted.map(({ labels }) => labels['http_route'])).toContain(
      '/auth/.well-known/openid-configuration',
    );
  });
});
