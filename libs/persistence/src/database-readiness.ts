import pg from 'pg';
import type { DatabaseSettings } from './settings.js';
import { hasTimeLimitsSql, NO_TIME_LIMITS } from './time-limits.js';

/** Both together are less than a probe of Kubernetes waits. */
const CONNECT_WITHIN_MS = 900;
const ANSWER_WITHIN_MS = 900;

/**
 * Asks PostgreSQL whether it answers, on a connection of its own. The connections of requests may all wait
 * for one locked table: every process would leave its Service for that, also for what reads other tables.
 *
 * A role without time limits is not ready either: lists rely on them to miss no row.
 */
export class DatabaseReadiness {
  private readonly pool: pg.Pool;
  private asked: Promise<void> | undefined;

  constructor({ DATABASE_URL }: Pick<DatabaseSettings, 'DATABASE_URL'>) {
    this.pool = new pg.Pool({
      connectionString: DATABASE_URL,
      max: 1,
      // It stays: where all connections of the server are taken, a new one would be refused.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    // A connection that is lost while nobody asks is missed by the next question, which opens another one.
    this.pool.on('error', () => undefined);
  }

  /** Rejects when PostgreSQL does not answer in time. Those who ask meanwhile get the same answer. */
  check(): Promise<void> {
    this.asked ??= this.ask().finally(() => (this.asked = undefined));
    return this.asked;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async ask(): Promise<void> {
    const { rows } = await this.pool.query<{ limited: boolean }>(`SELECT ${hasTimeLimitsSql} AS limited`);
    if (!rows[0]?.limited) throw new Error(NO_TIME_LIMITS);
  }
}
