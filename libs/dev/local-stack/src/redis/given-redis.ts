import { Redis } from 'ioredis';
import { demandAddress, unusable } from '../given-server.js';
import type { LocalServer } from '../local-server.js';
import { isNewEnough, OLDEST_MAJOR } from './installed-redis.js';

/**
 * Checks the server of REDIS_URL before anything is started on it.
 * @throws SetupError when it does not answer or is too old
 */
export async function givenRedis(url: string): Promise<LocalServer> {
  demandAddress('REDIS_URL', url);
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 5_000,
  });
  let reason: Error | undefined;
  client.on('error', (error) => {
    reason = error;
  });
  try {
    await client.connect();
    const [, version = ''] = /redis_version:(\d+\.\d+)/.exec(await client.info('server')) ?? [];
    if (!isNewEnough(version))
      throw new Error(`it is version ${version}, ${OLDEST_MAJOR}.0 or newer is needed`);
  } catch (error) {
    throw unusable('REDIS_URL', reason ?? error);
  } finally {
    client.disconnect();
  }
  return { url, origin: 'REDIS_URL', stop: async () => undefined };
}
