import { Redis } from 'ioredis';
import { dockerAnswers, redisContainer, wantsContainers } from '../containers.js';
import type { LocalServer } from '../local-server.js';
import type { ServerOptions } from '../postgres/start-postgres.js';
import { findExecutable } from '../processes/executables.js';
import { SetupError } from '../setup-error.js';
import { installRedis } from './install-redis.js';
import { startRedisServer } from './redis-server.js';

const programs = ['redis-server', 'valkey-server'];

/**
 * Provides a Redis: the one of REDIS_URL; an installed redis-server or valkey-server; a container where a Docker engine
 * answers; else it is installed with the system's package manager. An installed program comes before a container because it
 * starts in milliseconds and downloads nothing. A container keeps no data, which the suite survives: events that were not
 * consumed yet are lost, like after a flushed Redis.
 */
export async function startRedis({ dataDir, env, log }: ServerOptions): Promise<LocalServer> {
  if (env['REDIS_URL']) return givenRedis(env['REDIS_URL']);
  const containers = dataDir === undefined ? await wantsContainers(env) : 'no';
  if (containers === 'must') return redisContainer();
  const installed = findExecutable(programs, env['PATH']);
  if (installed !== undefined) return startRedisServer(installed, dataDir);
  if (env['TEST_CONTAINERS'] !== 'false' && (await dockerAnswers(env))) {
    try {
      return await redisContainer();
    } catch (error) {
      log?.(`No Redis container (${(error as Error).message}).`);
    }
  }
  await installRedis(env, log);
  const program = findExecutable(programs, env['PATH']);
  if (program === undefined)
    throw new SetupError('The installed Redis package has no redis-server: set REDIS_URL.');
  return startRedisServer(program, dataDir);
}

/** Checks the server of REDIS_URL; streams with XAUTOCLAIM need version 6.2. */
async function givenRedis(url: string): Promise<LocalServer> {
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
    const version = /redis_version:(\d+)\.(\d+)/.exec(await client.info('server'));
    if (Number(version?.[1]) * 100 + Number(version?.[2]) < 602) {
      throw new Error(`it is version ${version?.[1]}.${version?.[2]}, 6.2 or newer is needed`);
    }
  } catch (error) {
    throw new SetupError(`REDIS_URL cannot be used: ${(reason ?? (error as Error)).message}.`, {
      cause: error,
    });
  } finally {
    client.disconnect();
  }
  return { url, origin: 'REDIS_URL', stop: async () => undefined };
}
