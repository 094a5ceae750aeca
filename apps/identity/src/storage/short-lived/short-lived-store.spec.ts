import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { FaultProxy } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import { ShortLived } from './short-lived.js';

let provider: IdentityUnderTest;
let withoutRedis: INestApplication;
beforeAll(async () => {
  provider = await startIdentity();
  // Nothing listens there.
  withoutRedis = (await provider.addReplica({ REDIS_URL: 'redis://127.0.0.1:1' })).app;
});
afterAll(() => provider.close());

const stores = [
  { name: 'Redis', store: () => provider.app.get(RedisStore, { strict: false }) },
  { name: 'PostgreSQL', store: () => provider.app.get(PostgresStore, { strict: false }) },
  { name: 'Redis with PostgreSQL behind it', store: () => provider.app.get(ShortLived, { strict: false }) },
  { name: 'PostgreSQL because Redis is away', store: () => withoutRedis.get(ShortLived, { strict: false }) },
];

describe.each(stores)('short-lived store in $name', ({ store }) => {
  it('keeps, replaces and deletes a value', async () => {
    const key = randomUUID();
    expect(await store().get(key)).toBeUndefined();
    await store().set(key, 'first', 60);
    await store().set(key, 'second', 60);
    expect(await store().get(key)).toEqual({ value: 'second', claimed: false });
    await store().delete(key);
    expect(await store().get(key)).toBeUndefined();
  });

  it('replaces what is there, and brings nothing back', async () => {
    const key = randomUUID();
    await store().set(key, 'first', 60);
    expect(await store().replace(key, 'second', 60)).toBe(true);
    expect(await store().get(key)).toEqual({ value: 'second', claimed: false });
    await store().delete(key);
    expect(await store().replace(key, 'third', 60)).toBe(false);
    expect(await store().get(key)).toBeUndefined();
  });

  it('lets exactly one of twenty claim a value', async () => {
    const key = randomUUID();
    await store().set(key, 'value', 60);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store().claim(key)));
    expect(outcomes.filter((outcome) => outcome === 'first')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(19);
    expect(await store().get(key)).toEqual({ value: 'value', claimed: true });
  });

  it('has no claim on what is not there', async () => {
    const key = randomUUID();
    expect(await store().claim(key)).toBe('missing');
    expect(await store().get(key)).toBeUndefined();
  });
});

describe('a claim counts for good', () => {
  const shortLived = (app: INestApplication) => app.get(ShortLived, { strict: false });
  const redis = () => provider.app.get(RedisConnection, { strict: false }).client;

  it('when Redis forgets it, as a replica does that takes over', async () => {
    const key = randomUUID();
    await shortLived(provider.app).set(key, 'value', 60);
    expect(await shortLived(provider.app).claim(key)).toBe('first');
    expect(await redis().hdel(`identity:${key}`, 'claimed')).toBe(1);
    expect(await shortLived(provider.app).claim(key)).toBe('claimed');
  });

  it('when the value is in both stores, since a write to Redis seemed to fail', async () => {
    const key = randomUUID();
    for (const Store of [RedisStore, PostgresStore])
      await provider.app.get(Store, { strict: false }).set(key, 'value', 60);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shortLived(index % 2 === 0 ? provider.app : withoutRedis).claim(key),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'first')).toHaveLength(1);
  });
});

describe('a Redis that answers late', () => {
  const line = new FaultProxy(process.env['REDIS_URL'] ?? '');
  afterAll(() => line.cut());

  it.each<[string, (store: ShortLived, key: string) => Promise<unknown>, unknown]>([
    ['get', (store, key) => store.get(key), { value: 'first', claimed: false }],
    ['replace', (store, key) => store.replace(key, 'second', 60), true],
  ])('%s finds a value', async (_, ask, found) => {
    await line.restore();
    const { app } = await provider.addReplica({ REDIS_URL: line.url });
    const store = app.get(ShortLived, { strict: false });
    const { client } = app.get(RedisConnection, { strict: false });
    await eventually(async () => {
      const key = randomUUID();
      await store.set(key, 'first', 60);
      expect(await app.get(PostgresStore, { strict: false }).get(key)).toBeUndefined();
      line.hold();
      const answer = ask(store, key);
      const { bytesWritten } = client.stream;
      await eventually(() => expect(client.stream.bytesWritten).toBeGreaterThan(bytesWritten));
      await line.restore();
      expect(await answer).toEqual(found);
    });
  });
});

describe('Redis', () => {
  it('forgets a value after its time', async () => {
    const key = randomUUID();
    await provider.app.get(RedisStore, { strict: false }).set(key, 'value', 60);
    const { client } = provider.app.get(RedisConnection, { strict: false });
    const ttl = await client.ttl(`identity:${key}`);
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(60);
  });
});
