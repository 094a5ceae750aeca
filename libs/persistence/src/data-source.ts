import pg from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  type EntityTarget,
  type Logger,
  type MigrationInterface,
} from 'typeorm';
import { SnakeCaseNaming } from './naming.js';
import type { DatabaseSettings } from './settings.js';
import { LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './time-limits.js';
import { readTimestamp } from './timestamps.js';
import { forgetStatements } from './transaction/prepared.js';
import { TracedClient } from './transaction/traced-client.js';

/** For a network that swallows what is sent: longer than PostgreSQL itself lets a statement take. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;

const { DATE, TIMESTAMPTZ } = pg.types.builtins;
/** node-postgres names no types of arrays. */
const [TEXT_ARRAY, DATE_ARRAY] = [1009, 1182];
// A calendar date has no time zone: node-postgres would read it as local midnight.
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(DATE_ARRAY, pg.types.getTypeParser(TEXT_ARRAY));
pg.types.setTypeParser(TIMESTAMPTZ, readTimestamp);

export type Migration = new () => MigrationInterface;

/**
 * Connections stay: after a change of the role's password a new one is refused until the process has the new
 * password. Probes keep networks from forgetting a connection that is idle, and find one that is dead.
 */
export const keptConnections = ({ DATABASE_CONNECT_TIMEOUT_MS }: Timeouts) => ({
  idleTimeoutMillis: 0,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
});
type Timeouts = Pick<DatabaseSettings, 'DATABASE_CONNECT_TIMEOUT_MS'>;

/** Options of a data source; a type of its own so that declarations stay short. */
export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/**
 * The data source of a running service: its restricted role and a bounded pool. The role bounds statements
 * and transactions; see `limitTimeOf`.
 */
export function serviceDataSource(settings: DatabaseSettings, entities: EntityTarget<object>[]): DataSource {
  forgetStatements();
  return new DataSource({
    type: 'postgres',
    url: settings.DATABASE_URL,
    entities: entities as NonNullable<PostgresOptions['entities']>,
    namingStrategy: new SnakeCaseNaming(),
    poolSize: settings.DATABASE_POOL_SIZE,
    // Never installed by the service: its role may not, and the schema needs none.
    installExtensions: false,
    extra: {
      Client: TracedClient,
      ...keptConnections(settings),
      // Statements follow each other without waiting for the answers in between.
      pipeline: true,
    },
  });
}

/**
 * The data source of the migrations: the owner of the database, on a connection of its own to the server.
 * TypeORM names to `logger` one that fails.
 */
export function migrationDataSource(
  url: string,
  migrations: Migration[],
  { logger, lockTimeoutMs = LOCK_TIMEOUT_MS }: { logger?: Logger; lockTimeoutMs?: number | undefined } = {},
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    ...(logger && { logger }),
    poolSize: 2,
    installExtensions: false,
    extra: { options: `-c lock_timeout=${lockTimeoutMs}` },
  });
}
