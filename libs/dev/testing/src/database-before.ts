import { createTestDatabase, type TestDatabase } from './database.js';

/** The functions of `@safety/persistence`, whose specs need this package. */
export interface Migrating<Migration, Owner> {
  prepareDatabase(options: {
    serviceUrl: string;
    ownerUrl: string;
    migrations: Migration[];
  }): Promise<unknown>;
  migrationDataSource(url: string, migrations: Migration[]): { initialize(): Promise<Owner> };
}

/** A database before a migration, and a data source of its owner. */
export interface EarlierDatabase<Owner> {
  database: TestDatabase;
  owner: Owner;
  drop(): Promise<void>;
}

/** The database of a service as it was before one of its migrations, whose name has its number. */
export async function databaseBefore<
  Migration extends { name: string },
  Owner extends { destroy(): Promise<void> },
>(
  service: string,
  migration: Migration,
  migrations: readonly Migration[],
  { prepareDatabase, migrationDataSource }: Migrating<Migration, Owner>,
): Promise<EarlierDatabase<Owner>> {
  const earlier = migrations.slice(0, migrations.indexOf(migration));
  const number = migration.name.replaceAll(/\D/g, '');
  const database = await createTestDatabase(`${service}-before-${number}`, async (urls) => {
    await prepareDatabase({ ...urls, migrations: earlier });
  });
  const owner = await migrationDataSource(database.ownerUrl, []).initialize();
  const drop = async (): Promise<void> => {
    await owner.destroy();
    await database.drop();
  };
  return { database, owner, drop };
}
