import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { RedisConnection } from '../redis/redis-connection.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { Counters } from './counters.js';
import { PostgresCounters } from './postgres-counters.js';
import { RedisCounters } from './redis-counters.js';

let provider: IdentityUnderTest;
let withoutRedis: INestApplication;
beforeAll(async () => {
  provider = await startIdentity();
  // Nothing listens there.
  withoutRedis = (await provider.addReplica({ REDIS_URL: 'redis://127.0.0.1:1' })).app;
});
afterAll(() => provider.close());

const stores = [
  { name: 'Redis', store: () => provider.app.get(RedisCounters, { strict: false }) },
  { name: 'PostgreSQL', store: () => provider.app.get(PostgresCounters, { strict: false }) },
  { name: 'Redis with PostgreSQL behind it', store: () => provider.app.get(Counters, { strict: false }) },
  { name: 'PostgreSQL because Redis is away', store: () => withoutRedis.get(Counters, { strict: false }) },
];

describe.each(stores)('counters in $name', ({ store }) => {
  it('count every one of those who come at once, within a window that the first opens', async () => {
    const key = randomUUID();
    expect(await store().read(key)).toEqual({ count: 0, secondsLeft: 0 });
    await store().add(key, 60);
    await Promise.all(Array.from({ length: 19 }, () => store().add(key, 6_000)));
    const { count, secondsLeft } = await store().read(key);
    expect(count).toBe(20);
    expect(secondsLeft).toBeGreaterThan(0);
    expect(secondsLeft).toBeLessThanOrEqual(60);
  });

  it('begin again after they were cleared', async () => {
    const key = randomUUID();
    await store().add(key, 60);
    await store().clear(key);
    expect((await store().read(key)).count).toBe(0);
    await store().add(key, 60);
    expect((await store().read(key)).count).toBe(1);
  });
});

describe.each(stores)('counters in $name', ({ store }) => {
  it('are cleared together when their keys begin alike', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    for (const key of [one, `${one}:a`, `${one}:b`, other]) await store().add(key, 60);
    await store().clearAll(one);
    const counts = await Promise.all([one, `${one}:a`, `${one}:b`, other].map((key) => store().read(key)));
    expect(counts.map(({ count }) => count)).toEqual([0, 0, 0, 1]);
  });
});

describe('a window that is over', () => {
  it('is forgotten by Redis on its own', async () => {
    const key = randomUUID();
    await provider.app.get(RedisCounters, { strict: false }).add(key, 60);
    const { client } = provider.app.get(RedisConnection, { strict: false });
    expect(await client.ttl(`identity:count:${key}`)).toBeGreaterThan(0);
  });

  it('starts anew in PostgreSQL', async () => {
    const key = randomUUID();
    const store = provider.app.get(PostgresCounters, { strict: false });
    await store.add(key, 60);
    await provider.query("UPDATE counters SET expires_at = now() - interval '1 second' WHERE key = $1", [
      key,
    ]);
    expect((await store.read(key)).count).toBe(0);
    await store.add(key, 60);
    expect((await store.read(key)).count).toBe(1);
  });
});
