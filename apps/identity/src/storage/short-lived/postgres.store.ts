import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { ClaimOutcome, ShortLivedStore, ShortLivedValue } from './short-lived-store.js';

/** Stands in place of the value of what was deleted; no value is empty. */
const DELETED = '';

/** The outcome of a look into the table: a value, its deletion, or nothing. */
export type StoredInPostgres = ShortLivedValue | 'deleted' | undefined;

@Injectable()
export class PostgresStore implements ShortLivedStore {
  constructor(private readonly database: Database) {}

  async set(key: string, value: string, seconds: number): Promise<void> {
    await this.database.change(
      `INSERT INTO short_lived (key, value, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at, claimed_at = NULL`,
      [key, value, seconds],
    );
  }

  async replace(key: string, value: string, seconds: number): Promise<boolean> {
    const changed = await this.database.change(
      `UPDATE short_lived SET value = $2, expires_at = now() + make_interval(secs => $3), claimed_at = NULL
       WHERE key = $1 AND value <> $4 AND expires_at > now()`,
      [key, value, seconds, DELETED],
    );
    return changed === 1;
  }

  async get(key: string): Promise<ShortLivedValue | undefined> {
    const found = await this.look(key);
    return found === 'deleted' ? undefined : found;
  }

  /** Like `get`; tells apart what is not there and what `keepDeleted` was called for. */
  async look(key: string): Promise<StoredInPostgres> {
    const [found] = await this.database.rows<{ value: string; claimed: boolean }>(
      'SELECT value, claimed_at IS NOT NULL AS claimed FROM short_lived WHERE key = $1 AND expires_at > now()',
      [key],
    );
    return found?.value === DELETED ? 'deleted' : found;
  }

  async delete(key: string): Promise<void> {
    await this.database.change('DELETE FROM short_lived WHERE key = $1', [key]);
  }

  /** Keeps in mind for so many seconds that the value was deleted, whatever another store says. */
  async keepDeleted(key: string, seconds: number): Promise<void> {
    await this.set(key, DELETED, seconds);
  }

  async claim(key: string): Promise<ClaimOutcome> {
    const first = await this.database.rows(
      `UPDATE short_lived SET claimed_at = now()
       WHERE key = $1 AND claimed_at IS NULL AND value <> $2 AND expires_at > now() RETURNING 1`,
      [key, DELETED],
    );
    if (first.length === 1) return 'first';
    return (await this.get(key)) ? 'claimed' : 'missing';
  }
}
