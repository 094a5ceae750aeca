import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { COMMAND_TIMEOUT_MS, commit, connectRedis } from './redis.js';
import { logger } from './testing/bus.js';

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

it('an answer counts that came in time while the process was busy with something else', async () => {
  const connected = connectRedis(process.env['REDIS_URL'] ?? '', logger);
  await once(connected, 'ready');
  const answers = [connected.echo('one'), connected.multi().echo('two').exec()];
  const end = performance.now() + 2 * COMMAND_TIMEOUT_MS;
  while (performance.now() < end);
  expect(await Promise.all(answers)).toEqual(['one', [[null, 'two']]]);
  connected.disconnect();
});

it('a reader that asks for nothing, as while it handles a message, keeps its connection', async () => {
  const reader = connectRedis(process.env['REDIS_URL'] ?? '', logger, { blockMs: 1 });
  await once(reader, 'ready');
  const { stream } = reader;
  await once(stream, 'timeout');
  expect(await reader.echo('still there')).toBe('still there');
  expect(reader.stream).toBe(stream);
  reader.disconnect();
});

it('a wrong password is said once in a minute, as a warning, and stands nowhere in the log', async () => {
  const url = new URL(process.env['REDIS_URL'] ?? '');
  [url.username, url.password] = ['nobody', 'a-password-that-nobody-has'];
  const script = `
    import { createLogger } from '@safety/platform';
    import { connectRedis } from './dist/redis.js';
    const redis = connectRedis(process.argv[1], createLogger('spec', { LOG_LEVEL: 'debug', LOG_FORMAT: 'json' }));
    let tries = 0;
    redis.on('error', () => ++tries === 3 && redis.disconnect());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, url.href], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  const [log] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // The end of a connection may bring one error more.
  const [first, ...others] = lines.map(({ level, msg }) => [level, msg]);
  expect(first).toEqual(['warn', 'redis: the user of REDIS_URL is refused']);
  expect(others.length).toBeGreaterThanOrEqual(2);
  for (const other of others) expect(other).toEqual(['debug', 'redis: unavailable']);
  expect(lines[0].err.message).toContain('WRONGPASS');
  expect(log).not.toContain('a-password-that-nobody-has');
});
