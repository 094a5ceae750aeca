import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Ground } from '../ground.js';
import { type Fault, HOLD_MS } from './fault.js';
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

const lines = ({ redis }: Ground) => Object.values(redis);

export const redisEmptied: Fault = {
  name: 'Redis is emptied',
  concerns: [],
  happen: ({ suite }) => withRedis(suite.redisUrl, async (redis) => void (await redis.flushdb())),
};

export const redisAway: Fault = {
  name: 'Redis is away for 2 s',
  concerns: [],
  happen: async (ground) => {
    await Promise.all(lines(ground).map((line) => line.cut()));
    await delay(HOLD_MS);
    await Promise.all(lines(ground).map((line) => line.mend()));
  },
};

/** Faults of Redis: nobody may notice any of them. The last three need a server that nobody else uses. */
export const redisFaults: Fault[] = [
  redisAway,
  {
    name: 'Redis hangs for 2 s',
    concerns: [],
    happen: async (ground) => {
      for (const line of lines(ground)) line.hold();
      await delay(HOLD_MS);
      await Promise.all(lines(ground).map((line) => line.mend()));
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
