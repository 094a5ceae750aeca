import { postgresContainer, wantsContainers } from '../containers.js';
import type { LocalServer } from '../local-server.js';
import { startPersistentPostgres, startThrowAwayPostgres } from './embedded-postgres.js';
import { givenPostgres } from './given-postgres.js';
import { forgetShellSettings } from './own-address.js';

/** Settings of {@link startPostgres} and `startRedis`. */
export interface ServerOptions {
  /**
   * Folder whose data is kept; without it the data is thrown away at the end. The caller holds the claim on
   * it.
   */
  readonly dataDir?: string | undefined;
  /** The most that throw-away data take, for a PostgreSQL that keeps them in memory where they fit. */
  readonly bytesInMemory?: number | undefined;
  /** Environment with DATABASE_URL, REDIS_URL, TEST_CONTAINERS and PATH. */
  readonly env: NodeJS.ProcessEnv;
  /** Receives a line when something takes long or goes another way than planned. */
  readonly log?: (line: string) => void;
}

/**
 * Provides a PostgreSQL: the one of DATABASE_URL; for throw-away data a container where a Docker engine
 * answers (see `wantsContainers`); otherwise the PostgreSQL 18 that npm installed. It never outlives the
 * current process.
 */
export async function startPostgres({
  dataDir,
  bytesInMemory,
  env,
  log,
}: ServerOptions): Promise<LocalServer> {
  if (env['DATABASE_URL']) return givenPostgres(env['DATABASE_URL']);
  forgetShellSettings();
  if (dataDir !== undefined) return startPersistentPostgres(dataDir);
  const choice = await wantsContainers(env);
  if (choice === 'no') return startThrowAwayPostgres(bytesInMemory);
  try {
    return await postgresContainer();
  } catch (error) {
    if (choice === 'must') throw error;
    log?.(`No PostgreSQL container (${(error as Error).message}); using the embedded PostgreSQL.`);
    return startThrowAwayPostgres(bytesInMemory);
  }
}
