import { SettingsError } from '@safety/platform';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Migration } from '../data-source.js';
import { hasCode } from '../sqlstate.js';
import { nameOf } from './migration-name.js';

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** @throws when the addresses of the service and of the owner name different databases */
export function demandOneDatabase(serviceUrl: string, ownerUrl: string): void {
  const [service, owner] = [databaseOf(serviceUrl), databaseOf(ownerUrl)];
  if (service !== owner)
    throw new Error(
      `DATABASE_URL names the database ${service}, and MIGRATION_DATABASE_URL names ${owner}: both must name the same one.`,
    );
}

const belongsToAnother = (database: string | undefined, migration: string | undefined): string =>
  `The database ${database} belongs to another service: it has the migration ${migration}.`;

/**
 * A service that migrated the database of another one would be let in there. Migrations that are not known
 * here may be those of a newer release: then `first` is there too.
 *
 * @throws when the database has migrations of others, and not the first one of this service
 */
export async function demandOwnDatabase(
  client: pg.ClientBase,
  migrations: Migration[],
  first: Migration | undefined,
): Promise<void> {
  if (!first) return;
  const { rows: there } = await client.query("SELECT 1 WHERE to_regclass('public.migrations') IS NOT NULL");
  if (there.length === 0) return;
  const { rows } = await client.query<{ name: string; database: string }>(
    'SELECT name, current_database() AS database FROM migrations',
  );
  const known = new Set(migrations.map(nameOf));
  const others = rows.filter(({ name }) => !known.has(name));
  if (others.length > 0 && rows.every(({ name }) => name !== nameOf(first)))
    throw new Error(
      `${belongsToAnother(others[0]?.database, others[0]?.name)} Look at DATABASE_URL and MIGRATION_DATABASE_URL.`,
    );
}

/** Codes of PostgreSQL while the table of migrations is not there, or the role may not read it yet. */
const NOT_PREPARED = ['42P01', '42501'];

/**
 * A service that started on the database of another one would publish its messages as its own. The role may
 * read migrations once all have run, so that `first` is among them. Those of another release do not matter.
 *
 * @throws SettingsError when the database has migrations, and not the first one of this service
 */
export async function demandOwnAtStart(dataSource: DataSource, first: string): Promise<void> {
  const newest = await dataSource
    .query<{ name: string; database: string }[]>(
      `SELECT name, current_database() AS database FROM migrations
       ORDER BY name = $1 DESC, timestamp DESC LIMIT 1`,
      [first],
    )
    .catch((error: unknown) => {
      if (hasCode(error, NOT_PREPARED)) return [];
      throw error;
    });
  if (newest.some(({ name }) => name !== first))
    throw new SettingsError(
      `${belongsToAnother(newest[0]?.database, newest[0]?.name)} Look at the setting with its address.`,
    );
}
