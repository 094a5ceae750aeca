import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Testbed } from '../testbed.js';
import { HOLD_MS, type Scenario } from './scenario.js';
import { until } from './until.js';

/** Runs work on a connection of its own to the server itself. */
export async function withRedis<Result>(
  url: string,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  // Nothing is sent twice: a server would be stopped again and again.
  const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const proxies = ({ redis }: Testbed) => Object.values(redis);

export const redisEmptied: Scenario = {
  name: 'Redis is emptied',
  concerns: [],
  losesSignIns: true,
  happen: ({ suite }) => withRedis(suite.redisUrl, async (redis) => void (await redis.flushdb())),
};

const redisAway: Scenario = {
  name: 'Redis is away for 2 s',
  concerns: [],
  happen: async (testbed) => {
    await Promise.all(proxies(testbed).map((proxy) => proxy.cut()));
    await delay(HOLD_MS);
    await Promise.all(proxies(testbed).map((proxy) => proxy.restore()));
  },
};

/**
 * Faults of Redis: nobody may notice any of them, but for who was signing in while it lost all it had. The
 * last three need a server that nobody else uses.
 */
export const redisScenarios: Scenario[] = [
  redisAway,
  {
    name: 'Redis hangs for 2 s',
    concerns: [],
    happen: async (testbed) => {
      for (const proxy of proxies(testbed)) proxy.hold();
      await delay(HOLD_MS);
      await Promise.all(proxies(testbed).map((proxy) => proxy.restore()));
    },
  },
  redisEmptied,
  {
    name: 'Redis is paused for 2 s',
    concerns: [],
    happen: ({ suite }) =>
      withRedis(suite.redisUrl, async (redis) => {
        await redis.call('CLIENT', 'PAUSE', String(HOLD_MS), 'ALL');
        await delay(HOLD_MS);
      }),
  },
  {
    name: 'Redis is full for 4 s',
    concerns: [],
    happen: ({ suite }) =>
      withRedis(suite.redisUrl, async (redis) => {
        await redis.config('SET', 'maxmemory', '1');
        await delay(2 * HOLD_MS);
        await redis.config('SET', 'maxmemory', '0');
      }),
  },
  {
    name: 'Redis is restarted, and empty',
    concerns: [],
    losesSignIns: true,
    happen: async ({ suite }) => {
      const run = (redis: Redis) => redis.info('server').then((info) => /run_id:(\w+)/.exec(info)?.[1]);
      const before = await withRedis(suite.redisUrl, run);
      await withRedis(suite.redisUrl, (redis) => redis.shutdown('NOSAVE').catch(() => undefined));
      await until('Redis is back', async () => {
        const now = await withRedis(suite.redisUrl, run).catch(() => undefined);
        return now !== undefined && now !== before;
      });
    },
  },
];
