import pg, { type Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

const poolOf = ({ driver }: DataSource): Pool => (driver as PostgresDriver).master;

/** Takes a connection from the pool of the service. It goes back by `giveBack`. */
export const takeConnection = (dataSource: DataSource): Promise<PoolClient> => poolOf(dataSource).connect();

/**
 * Gives a connection back to the pool, which closes it unless nothing but a statement has failed on it.
 */
export const giveBack = (client: PoolClient, error?: unknown): void =>
  client.release(error !== undefined && !isOfStatement(error));

/** PostgreSQL has refused a statement, and answers the next one. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';
