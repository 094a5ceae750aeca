import type pg from 'pg';
import type { Migration } from '../data-source.js';
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
      `The database ${others[0]?.database} belongs to another service: it has the migration ${others[0]?.name}. Look at DATABASE_URL and MIGRATION_DATABASE_URL.`,
    );
}
