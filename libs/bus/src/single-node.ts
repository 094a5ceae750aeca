import { SettingsError } from '@safety/platform';
import { redisAt } from './redis-address.js';
import { isWithoutDatabase } from './redis-failures.js';

const ANSWER_WITHIN_MS = 1_000;

const refusals: Readonly<Record<string, string>> = {
  cluster:
    'REDIS_URL is a node of a Redis Cluster: the streams of the bus belong together on one node. Use one server, or Sentinels.',
  sentinel: 'REDIS_URL is a Sentinel: write redis-sentinel://user:password@host:port,host:port#name.',
};

interface Looked {
  /** Undefined of one that does not answer. */
  mode?: string | undefined;
  /** Why it refuses the database of the address. */
  noDatabase?: string | undefined;
}

/**
 * Throws a `SettingsError` for a Redis that cannot carry the bus. A transaction of an owner writes several
 * streams, and a reader waits for many at once: a cluster takes neither. One that does not answer is no
 * mistake: services start without Redis.
 */
export async function demandUsable(address: string): Promise<void> {
  const { mode = '', noDatabase } = await lookAt(address);
  const refusal =
    refusals[mode] ?? (noDatabase && `REDIS_URL names a database that is refused: ${noDatabase}.`);
  if (refusal) throw new SettingsError(refusal);
}

async function lookAt(address: string): Promise<Looked> {
  const looked: Looked = {};
  const redis = redisAt(address, {
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    maxRetriesPerRequest: 0,
    // A Sentinel does not tell what the usual check asks for.
    enableReadyCheck: false,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  redis.on('error', (error) => {
    if (isWithoutDatabase(error)) looked.noDatabase = error.message;
  });
  try {
    await redis.connect();
    looked.mode = /^redis_mode:(\w+)/m.exec(await redis.info('server'))?.[1];
  } catch {
    // The mode stays unknown.
  } finally {
    redis.disconnect();
  }
  return looked;
}
