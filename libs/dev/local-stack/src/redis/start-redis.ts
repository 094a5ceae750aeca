import { dockerAnswers, redisContainer, wantsContainers } from '../containers.js';
import type { LocalServer } from '../local-server.js';
import type { ServerOptions } from '../postgres/start-postgres.js';
import { givenRedis } from './given-redis.js';
import { installRedis } from './install-redis.js';
import { installedRedis } from './installed-redis.js';
import { startRedisServer } from './redis-server.js';

/** Settings of {@link startRedis}. */
export interface RedisOptions extends ServerOptions {
  /** Of the administrator. Without it, whoever reaches a program that is started is one. */
  readonly password?: string | undefined;
}

/**
 * Provides a Redis: the one of REDIS_URL; an installed redis-server or valkey-server of 7.0 or newer; a
 * container where a Docker engine answers; else it is installed with the system's package manager. An
 * installed program comes before a container because it starts in milliseconds and downloads nothing. A
 * container keeps no data, which the suite survives: events that were not consumed yet are lost, like after a
 * flushed Redis.
 */
export async function startRedis({ dataDir, env, log, password }: RedisOptions): Promise<LocalServer> {
  if (env['REDIS_URL']) return givenRedis(env['REDIS_URL']);
  const containers = dataDir === undefined ? await wantsContainers(env) : 'no';
  if (containers === 'must') return redisContainer(password);
  const installed = installedRedis(env['PATH']);
  if (installed !== undefined) return startRedisServer(installed, dataDir, password);
  if (env['TEST_CONTAINERS'] !== 'false' && (await dockerAnswers(env))) {
    try {
      return await redisContainer(password);
    } catch (error) {
      log?.(`No Redis container (${(error as Error).message}).`);
    }
  }
  return startRedisServer(await installRedis(env, log), dataDir, password);
}
