import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RedisProcess, startRedisProcess } from './redis-modes.js';
import { claimTestKeyspaces, testKeyspaceOf } from './test-keyspaces.js';

let server: RedisProcess;
let url: string;
let second: Redis;

beforeAll(async () => {
  server = await startRedisProcess({});
  url = `redis://127.0.0.1:${server.port}`;
  second = new Redis(testKeyspaceOf(url, 2));
});
afterAll(async () => {
  second.disconnect();
  await server.stop();
});

it('a run is refused where a database of its workers holds data, with the way to empty it', async () => {
  await second.set('kept', 'by somebody');
  await expect(claimTestKeyspaces(url, 2)).rejects.toThrow(
    /and 2 of the server in REDIS_URL hold data: .*empty each with redis-cli -n <number> flushdb\.$/,
  );
  const release = await claimTestKeyspaces(url, 1);
  await release();
  expect(await second.get('kept')).toBe('by somebody');
});

it('a run leaves the databases of its workers empty', async () => {
  await second.flushdb();
  const release = await claimTestKeyspaces(url, 2);
  await second.set('left', 'by a spec');
  await release();
  expect(await second.dbsize()).toBe(0);
});
