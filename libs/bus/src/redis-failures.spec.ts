import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FaultProxy, type RedisProcess, startRedisProcess, startSentinel } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { connectRedis } from './redis.js';
import { logger } from './testing/bus.js';

const PASSWORD = 'a-password-of-somebody';

let server: RedisProcess;
let sentinel: RedisProcess;
/** A server that takes connections and hangs up. */
const hangingUp = createServer((socket) => socket.end()).listen(0, '127.0.0.1');

beforeAll(async () => {
  await once(hangingUp, 'listening');
  server = await startRedisProcess({});
  sentinel = await startSentinel([`sentinel monitor bus 127.0.0.1 ${server.port} 1`]);
});
afterAll(async () => {
  hangingUp.close();
  await Promise.all([server, sentinel].map((one) => one.stop()));
});

type Line = [level: string, said: string, why: string | undefined];

/** A log, and its lines as they come. */
function overhear() {
  const lines: Line[] = [];
  const writes = (level: string) => (details: { err?: Error } | string, said?: string) =>
    lines.push(
      typeof details === 'string' ? [level, details, undefined] : [level, said ?? '', details.err?.message],
    );
  const log = Object.create(logger, { warn: { value: writes('warn') }, debug: { value: writes('debug') } });
  return { log, lines };
}

it.each([
  ['nobody listens', 2, () => `redis://user:${PASSWORD}@127.0.0.1:1`, 'connect ECONNREFUSED 127.0.0.1:1'],
  [
    'the server hangs up',
    2,
    () => `redis://user:${PASSWORD}@127.0.0.1:${(hangingUp.address() as AddressInfo).port}`,
    'The connection was closed',
  ],
  ['the server does not speak TLS', 1, () => `rediss://127.0.0.1:${server.port}`, 'connect ETIMEDOUT'],
  [
    'no Sentinel answers',
    2,
    () => `redis-sentinel://:${PASSWORD}@127.0.0.1:1,127.0.0.1:2?sentinelPassword=${PASSWORD}#bus`,
    'No Sentinel leads to Redis: failed to connect to sentinel 127.0.0.1:1 because Connection is closed; failed to connect to sentinel 127.0.0.1:2 because Connection is closed',
  ],
  [
    'no Sentinel knows the group',
    2,
    () => `redis-sentinel://:${PASSWORD}@127.0.0.1:${sentinel.port}#other`,
    'ERR No such master with that name',
  ],
])('where %s, that is said once, without a password', async (_, tries, url, why) => {
  const { log, lines } = overhear();
  const redis = connectRedis(url(), log);
  await eventually(() => expect(lines.length).toBeGreaterThanOrEqual(tries));
  redis.disconnect();
  const [first, ...others] = lines.slice(0, tries);
  expect(first).toEqual(['warn', 'redis: unavailable', expect.stringContaining(why)]);
  for (const other of others) expect(other).toEqual(['debug', 'redis: unavailable', first?.[2]]);
  expect(JSON.stringify(lines)).not.toContain(PASSWORD);
});

it('connections of a process say a reason once, that Redis is reached again, and then the reason anew', async () => {
  const line = new FaultProxy(process.env['REDIS_URL'] ?? '');
  await line.restore();
  const { log, lines } = overhear();
  const both = [connectRedis(line.url, log), connectRedis(line.url, log)];
  const warnings = () => lines.filter(([level]) => level === 'warn');
  const areReady = () => expect(both.map(({ status }) => status)).toEqual(['ready', 'ready']);
  await eventually(areReady);
  expect(warnings()).toEqual([]);
  for (const _ of [1, 2]) {
    lines.length = 0;
    await line.cut();
    await eventually(() =>
      expect(
        lines.filter(([level, , why]) => level === 'debug' && why?.includes('ECONNREFUSED')),
      ).not.toEqual([]),
    );
    const reasons = warnings().map(([, said, why]) => `${said}: ${why}`);
    expect(reasons.at(-1)).toContain('redis: unavailable: connect ECONNREFUSED');
    expect(new Set(reasons).size).toBe(reasons.length);
    await line.restore();
    await eventually(areReady);
    expect(warnings().slice(reasons.length)).toEqual([['warn', 'redis: is reached again', undefined]]);
  }
  for (const one of both) one.disconnect();
  await line.cut();
});

it.each([
  ['the user', () => `redis://user:${PASSWORD}@127.0.0.1:${server.port}`, 'WRONGPASS'],
  ['the database', () => `redis://127.0.0.1:${server.port}/20`, 'ERR DB index is out of range'],
])('that %s of REDIS_URL is refused is said once in a minute of a process', async (part, url, why) => {
  const { log, lines } = overhear();
  const connections = [1, 2, 3].map(() => connectRedis(url(), log));
  await eventually(() => expect(lines.length).toBeGreaterThan(2 * connections.length));
  for (const one of connections) one.disconnect();
  expect(lines.filter(([level]) => level === 'warn')).toEqual([
    ['warn', `redis: ${part} of REDIS_URL is refused`, expect.stringContaining(why)],
  ]);
});

it('a server that has fewer databases than before is left, and nothing is done in database 0', async () => {
  const [many, few] = await Promise.all([
    startRedisProcess({ databases: '32' }),
    startRedisProcess({ databases: '4' }),
  ]);
  let { port } = many;
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const end of [near, far]) end.on('error', () => undefined);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const { log, lines } = overhear();
  const redis = connectRedis(`redis://127.0.0.1:${(line.address() as AddressInfo).port}/20`, log);
  await once(redis, 'ready');
  expect(await redis.set('of-20', 1)).toBe('OK');
  const tries: Promise<unknown>[] = [];
  for (const event of ['connect', 'ready', 'close'])
    redis.on(event, () => tries.push(redis.set('of-20', 2).catch(({ message }: Error) => message)));
  ({ port } = few);
  await many.stop();
  await eventually(() =>
    expect(lines.map(([, said]) => said)).toContain('redis: the database of REDIS_URL is refused'),
  );
  await eventually(() => expect(tries.length).toBeGreaterThan(6));
  redis.disconnect();
  expect(await Promise.all(tries)).not.toContain('OK');
  expect(lines.map(([, said]) => said)).not.toContain('redis: is reached again');
  const other = connectRedis(`redis://127.0.0.1:${few.port}`, logger);
  await once(other, 'ready');
  expect(await other.keys('*')).toEqual([]);
  other.disconnect();
  line.close();
  await few.stop();
});
