import pg, { type Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

const poolOf = ({ driver }: DataSource): Pool => (driver as PostgresDriver).master;

const guarded = new WeakSet<PoolClient>();

/** Takes a connection from the pool of the service. It goes back by `giveBack`. */
export const takeConnection = (dataSource: DataSource): Promise<PoolClient> => takeFrom(poolOf(dataSource));

/** The same, from another pool. */
export async function takeFrom(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  if (!guarded.has(client)) {
    guarded.add(client);
    client.on('error', reportedByStatement);
  }
  return client;
}

/**
 * A connection lost between two statements fails the next one; an error that nobody listens to would end the
 * process.
 */
const reportedByStatement = (): void => undefined;

/**
 * Gives a connection back to the pool, which closes it unless nothing but a statement has failed on it.
 */
export const giveBack = (client: PoolClient, error?: unknown): void =>
  client.release(error !== undefined && !isOfStatement(error));

/** PostgreSQL has refused a statement, and answers the next one. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';
