import { execFileSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { dockerAnswers, redisContainer, wantsContainers } from '../containers.js';
import type { LocalServer } from '../local-server.js';
import type { ServerOptions } from '../postgres/start-postgres.js';
import { findExecutable } from '../processes/executables.js';
import { SetupError } from '../setup-error.js';
import { installRedis } from './install-redis.js';
import { startRedisServer } from './redis-server.js';

/** The oldest Redis whose users can have several sets of rights; Valkey began behind it. */
const OLDEST_MAJOR = 7;

/** Settings of {@link startRedis}. */
export interface RedisOptions extends ServerOptions {
  /** Of the administrator, where a program is started: without it, whoever reaches the server is one. */
  readonly password?: string | undefined;
}

export const redisPrograms = ['redis-server', 'valkey-server'];

/**
 * Provides a Redis: the one of REDIS_URL; an installed redis-server or valkey-server; a container where a
 * Docker engine answers; else it is installed with the system's package manager. An installed program comes
 * before a container because it starts in milliseconds and downloads nothing. A container keeps no data,
 * which the suite survives: events that were not consumed yet are lost, like after a flushed Redis.
 */
export async function startRedis({ dataDir, env, log, password }: RedisOptions): Promise<LocalServer> {
  if (env['REDIS_URL']) return givenRedis(env['REDIS_URL']);
  const containers = dataDir === undefined ? await wantsContainers(env) : 'no';
  if (containers === 'must') return redisContainer();
  const installed = findExecutable(redisPrograms, env['PATH']);
  if (installed !== undefined) return startRedisServer(demandVersion(installed), dataDir, password);
  if (env['TEST_CONTAINERS'] !== 'false' && (await dockerAnswers(env))) {
    try {
      return await redisContainer();
    } catch (error) {
      log?.(`No Redis container (${(error as Error).message}).`);
    }
  }
  await installRedis(env, log);
  const program = findExecutable(redisPrograms, env['PATH']);
  if (program === undefined)
    throw new SetupError('The installed Redis package has no redis-server: set REDIS_URL.');
  return startRedisServer(demandVersion(program), dataDir, password);
}

/** Throws a `SetupError` when a program is too old. */
function demandVersion(program: string): string {
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' });
  const [, version = ''] = /v=(\d+\.\d+)/.exec(said) ?? [];
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return program;
  throw new SetupError(
    `${program} is version ${version}; ${OLDEST_MAJOR}.0 or newer is needed: set REDIS_URL.`,
  );
}

/** Checks the server of REDIS_URL. */
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
    const [, version = ''] = /redis_version:(\d+\.\d+)/.exec(await client.info('server')) ?? [];
    if (!(Number.parseInt(version, 10) >= OLDEST_MAJOR))
      throw new Error(`it is version ${version}, ${OLDEST_MAJOR}.0 or newer is needed`);
  } catch (error) {
    throw new SetupError(`REDIS_URL cannot be used: ${(reason ?? (error as Error)).message}.`, {
      cause: error,
    });
  } finally {
    client.disconnect();
  }
  return { url, origin: 'REDIS_URL', stop: async () => undefined };
}
