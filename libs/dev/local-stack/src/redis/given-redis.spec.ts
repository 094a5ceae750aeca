import { describe, expect, it } from '@jest/globals';
import { unusable } from '../given-server.js';
import { givenRedis } from './given-redis.js';

describe('a given Redis', () => {
  it.each([
    '127.0.0.1:6379',
    'localhost:6379',
    '/run/redis.sock',
    'redis:///run/redis.sock',
    'redis://me:a#b@127.0.0.1',
    'redis://me:100%@127.0.0.1',
    'redis://127.0.0.1?password=secret',
  ])('is refused with the form of the address: %s', async (url) => {
    await expect(givenRedis(url)).rejects.toThrow(
      'REDIS_URL has to be redis://user:password@host:port/database, with special characters of the password',
    );
  });

  it('is refused in one sentence when nothing answers, also at several addresses of a host', async () => {
    const refused = /^REDIS_URL cannot be used: connect ECONNREFUSED \S+\.$/;
    await expect(givenRedis('redis://127.0.0.1:1')).rejects.toThrow(refused);
    const both = ['::1:1', '127.0.0.1:1'].map((address) => new Error(`connect ECONNREFUSED ${address}`));
    expect(unusable('REDIS_URL', new AggregateError(both)).message).toMatch(refused);
  });

  it('is accepted', async () => {
    const url = process.env['REDIS_URL'] ?? '';
    expect(await givenRedis(url)).toMatchObject({ url, origin: 'REDIS_URL' });
  });
});
