import pg, { type Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { endsConnection } from '../sqlstate.js';
import { Turns } from './turns.js';

const poolOf = ({ driver }: DataSource): Pool => (driver as PostgresDriver).master;

/** By the pool whose connections they divide. */
const turnsByPool = new WeakMap<Pool, Turns>();
/** Ends the turn of who has a connection. */
const ends = new WeakMap<PoolClient, () => void>();

/**
 * Takes a connection from the pool of the service. It goes back by `giveBack`. While there is none, companies
 * are served in turn, where the pool would serve who came first; what belongs to no company is one more.
 * Throws what the pool throws, also when it takes longer than `DATABASE_CONNECT_TIMEOUT_MS`.
 */
export function takeConnection(dataSource: DataSource, companyId = ''): Promise<PoolClient> {
  const pool = poolOf(dataSource);
  const turns = turnsOf(pool);
  const connect = async () => {
    try {
      const client = await pool.connect();
      ends.set(client, () => turns.end(companyId));
      return client;
    } catch (error) {
      turns.end(companyId);
      throw ofConnecting(error);
    }
  };
  const waits = turns.begin(companyId);
  return waits ? waits.then(connect) : connect();
}

/**
 * Gives a connection back to the pool, which closes it unless nothing but a statement has failed on it.
 */
export const giveBack = (client: PoolClient, error?: unknown): void =>
  release(client, error !== undefined && !isOfStatement(error));

/** Closes a connection on which a transaction may still be open. */
export const close = (client: PoolClient): void => release(client, true);

function release(client: PoolClient, closes: boolean): void {
  client.release(closes);
  ends.get(client)?.();
  ends.delete(client);
}

/** How much waits for a connection of the pool. */
export const waitingForConnections = (dataSource: DataSource): number =>
  poolOf(dataSource).waitingCount + turnsOf(poolOf(dataSource)).waiting;

function turnsOf(pool: Pool): Turns {
  const known = turnsByPool.get(pool);
  if (known) return known;
  const { max, connectionTimeoutMillis } = pool.options;
  const turns = new Turns({
    slots: { ofCompany: max, ofAll: max },
    longestWaitMs: connectionTimeoutMillis ?? NO_LIMIT_MS,
    mostWaiting: { ofCompany: UNLIMITED, ofAll: UNLIMITED, withFirst: UNLIMITED },
    refusal: () => new Error('timeout exceeded when trying to connect'),
  });
  turnsByPool.set(pool, turns);
  return turns;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

/** The longest time of a timer. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** The SQLSTATE of a write that the transaction does not take, be it for the sake of the server. */
const READ_ONLY = '25006';

/**
 * A server that takes no writes: a standby, or one whose disk is full. The next connection may lead to
 * another one.
 */
export const isOfReadOnlyServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY;

/** The error of a statement that may only read: if it writes, the mistake is ours and not the server's. */
export const ofReading = (error: unknown): unknown =>
  isOfReadOnlyServer(error) ? Object.assign(error as Error, { statusCode: 500 }) : error;

/**
 * The error of a connection that cannot be had: nothing was sent, so whatever is wrong says nothing about the
 * request or the message that asks, which is 503 or waits.
 */
export const ofConnecting = (error: unknown): unknown => Object.assign(error as Error, { statusCode: 503 });

/** PostgreSQL has refused a statement, and answers the next one. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !endsConnection(error) && !isOfReadOnlyServer(error);
