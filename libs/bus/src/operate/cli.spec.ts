import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { deadLettersOf, ENVELOPE_FIELD } from '../streams.js';

let redis: Redis;

beforeAll(() => {
  redis = new Redis(process.env['REDIS_URL'] ?? '');
});
afterAll(() => redis.quit());

it('0, without a word, for a reader that has seen enough', async () => {
  for (let number = 1; number <= 3; number++)
    await redis.xadd(deadLettersOf('training'), '*', 'stream', 'bus:accounts', ENVELOPE_FIELD, '{}');
  const { env } = process;
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('cli.js', import.meta.url)), 'dead', 'training'],
    { env },
  );
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ said, code }).toEqual({ said: '', code: 0 });
});

it('0: --redis - takes the address from standard input, also from one that stays open', async () => {
  const { REDIS_URL, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('cli.js', import.meta.url)), 'dead', 'training', '--redis', '-'],
    { env },
  );
  child.stdin.write(`${REDIS_URL}\n`);
  child.stdout.resume();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ said, code }).toEqual({ said: '', code: 0 });
});
