import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Migration, migrationDataSource } from '../data-source.js';
import { hasCode } from '../sqlstate.js';
import { isLocked } from '../time-limits.js';
import { createRole } from './create-role.js';
import { closeToPublic, grantToService } from './grants.js';
import { rebuildInvalidIndexes } from './invalid-indexes.js';
import { MigrationLog } from './migration-log.js';
import { demandOneDatabase, demandOwnDatabase } from './own-database.js';
import { demandOwnRole, shutOut } from './own-role.js';
import { takeTurn } from './turn.js';
import { type Patience, patient } from './waiting.js';

export interface DatabaseToPrepare {
  /** The database as its restricted role; role and password are created from it. */
  serviceUrl: string;
  /** The same database as its owner, who may create databases and roles when they are missing. */
  ownerUrl: string;
  migrations: Migration[];
  /**
   * The migration that makes a database this service's: refuses those that others have migrated, and a role
   * of another database.
   */
  first?: Migration | undefined;
  /** Sets as the owner what the service itself may not, once the tables are there. */
  settle?: ((owner: pg.ClientBase) => Promise<unknown>) | undefined;
  /** For the preparations of other replicas. */
  patience?: Patience;
}

const OLDEST_POSTGRES = 17;
/** The second is what two commands at the same moment meet in the catalog's index. */
const DUPLICATE_DATABASE = ['42P04', '23505'];
const UNKNOWN_DATABASE = ['3D000'];

const TRY_AGAIN_AFTER_MS = 300;
/**
 * An autovacuum gives way only to those who have waited for a `deadlock_timeout`, a second: each fourth try
 * does.
 */
const PATIENT_TRY = 4;
const PATIENT_LOCK_TIMEOUT_MS = 1_500;

/**
 * Creates the database and the restricted role when they are missing, closes the database to PUBLIC and to
 * roles of other databases, migrates as the owner, builds invalid indexes again, and lets the role read and
 * write but own nothing. Safe to run at every start, from several replicas at once.
 */
export async function prepareDatabase({
  serviceUrl,
  ownerUrl,
  migrations,
  first,
  settle,
  patience = patient,
}: DatabaseToPrepare): Promise<void> {
  demandOneDatabase(serviceUrl, ownerUrl);
  const username = decodeURIComponent(new URL(serviceUrl).username);
  await createDatabase(ownerUrl);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await demandPostgres(owner);
    await demandOwnDatabase(owner, migrations, first);
    if (first) await demandOwnRole(owner, 'DATABASE_URL', username);
    await takeTurn(owner, patience);
    await createRole(owner, new URL(serviceUrl));
    await closeToPublic(owner);
    await migrate(ownerUrl, migrations, patience);
    await rebuildInvalidIndexes(owner, patience.log);
    await settle?.(owner);
    await grantToService(owner, username);
    await shutOut(owner, username, patience.log);
  } finally {
    await owner.end();
  }
}

async function demandPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (major < OLDEST_POSTGRES)
    throw new Error(`PostgreSQL ${OLDEST_POSTGRES} or newer is needed; this server is ${major}.`);
}

async function createDatabase(ownerUrl: string): Promise<void> {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  const probe = new pg.Client({ connectionString: ownerUrl });
  try {
    await probe.connect();
    await probe.end();
    return;
  } catch (error) {
    if (!hasCode(error, UNKNOWN_DATABASE)) throw error;
  }
  const maintenance = new URL(ownerUrl);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    // ICU root collation: names sort the way people expect in any language.
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8'
       LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C'`,
    );
  } catch (error) {
    if (!hasCode(error, DUPLICATE_DATABASE)) throw error;
  } finally {
    await client.end();
  }
}

/**
 * A migration that waits for a lock holds up all requests behind it, so it soon gives up and is tried again
 * from its beginning. Those before it stay done.
 */
async function migrate(
  ownerUrl: string,
  migrations: Migration[],
  { withinMs, log }: Patience,
): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    const lockTimeoutMs = attempt % PATIENT_TRY === 0 ? PATIENT_LOCK_TIMEOUT_MS : undefined;
    const options = { logger: new MigrationLog(log), lockTimeoutMs };
    const dataSource = await migrationDataSource(ownerUrl, migrations, options).initialize();
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() - startedAt > withinMs) throw error;
      log.info({}, 'preparation: tries a migration again, since others hold a lock that it needs');
    } finally {
      await dataSource.destroy();
    }
    await pause(TRY_AGAIN_AFTER_MS);
  }
}
