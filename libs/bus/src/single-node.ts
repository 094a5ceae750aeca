import { SettingsError } from '@safety/platform';
import { redisAt } from './redis-address.js';

const ANSWER_WITHIN_MS = 1_000;

const refusals: Readonly<Record<string, string>> = {
  cluster:
    'REDIS_URL is a node of a Redis Cluster: the streams of the bus belong together on one node. Use one server, or Sentinels.',
  sentinel: 'REDIS_URL is a Sentinel: write redis-sentinel://user:password@host:port,host:port#name.',
};

/**
 * Throws a `SettingsError` for a Redis that cannot carry the bus. A transaction of an owner writes several
 * streams, and a reader waits for many at once: a cluster takes neither. One that does not answer is no
 * mistake: services start without Redis.
 */
export async function demandSingleNode(address: string): Promise<void> {
  const refusal = refusals[(await modeOf(address)) ?? ''];
  if (refusal) throw new SettingsError(refusal);
}

async function modeOf(address: string): Promise<string | undefined> {
  const redis = redisAt(address, {
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    maxRetriesPerRequest: 0,
    // A Sentinel does not tell what the usual check asks for.
    enableReadyCheck: false,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return /^redis_mode:(\w+)/m.exec(await redis.info('server'))?.[1];
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}
