import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { commit } from './redis.js';

let redis: Redis;

beforeAll(() => {
  redis = new Redis(process.env['REDIS_URL'] ?? '');
});
afterAll(() => redis.quit());

it('a transaction that goes through is done', async () => {
  expect(await commit(redis.multi().set('one', 1))).toBe(true);
});

it('a transaction over a key that has changed is not done', async () => {
  await redis.watch('watched');
  await redis.set('watched', 1);
  expect(await commit(redis.multi().set('two', 2))).toBe(false);
  expect(await redis.exists('two')).toBe(0);
});

it('a transaction with a command that Redis does not take says why', async () => {
  await expect(commit(redis.multi().set('three', 3).call('NOSUCH'))).rejects.toThrow('unknown command');
});

it('a transaction with a command that fails says why', async () => {
  await expect(commit(redis.multi().set('four', 4).xlen('four'))).rejects.toThrow('WRONGTYPE');
});
