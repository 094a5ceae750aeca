import type pg from 'pg';
import type { Migration } from '../data-source.js';
import { hasCode } from '../sqlstate.js';
import { hasTimeLimitsSql } from '../time-limits.js';
import { awayOf, probe } from './away.js';
import { nameOf } from './migration-name.js';
import { isBeingPrepared } from './turn.js';

/** Codes of PostgreSQL while a database, its role or its table of migrations is not there yet. */
const NOT_THERE_YET = ['3D000', '28P01', '28000', '42501', '42P01'];

/**
 * Looks, as the restricted role, whether a database is as `prepareDatabase` leaves it. Further migrations, of
 * a newer release, are no obstacle.
 * @returns what is missing, or nothing
 */
export async function missingInDatabase(
  serviceUrl: string,
  migrations: Migration[],
): Promise<string | undefined> {
  const client = probe(serviceUrl);
  try {
    await client.connect();
    if (await isBeingPrepared(client)) return 'another preparation has the database';
    return (await missingMigrations(client, migrations)) ?? (await missingRights(client));
  } catch (error) {
    const away = awayOf(error, serviceUrl);
    if (away !== undefined) return away;
    if (!hasCode(error, NOT_THERE_YET)) throw error;
    return `the restricted role is refused: ${(error as Error).message}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function missingMigrations(client: pg.Client, migrations: Migration[]): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const done = new Set(rows.map(({ name }) => name));
  const missing = migrations.map(nameOf).filter((name) => !done.has(name));
  return missing.length > 0 ? `migrations have to run as the owner: ${missing.join(', ')}` : undefined;
}

/** Rights come after the migrations: a preparation that ended in between has not given them. */
async function missingRights(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ open: boolean; limited: boolean; unreadable: string | null }>(
    `SELECT has_database_privilege('public', current_database(), 'CONNECT') AS open,
       ${hasTimeLimitsSql} AS limited,
       (SELECT string_agg(relname, ', ') FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
          AND NOT has_table_privilege(oid, 'SELECT')) AS unreadable`,
  );
  if (rows[0]?.open) return 'every role of the server may connect to it';
  if (!rows[0]?.limited) return 'the role has no time limits';
  return rows[0]?.unreadable ? `the role may not read ${rows[0].unreadable}` : undefined;
}
