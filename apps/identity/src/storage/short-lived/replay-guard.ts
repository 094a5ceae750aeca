import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/**
 * Remembers what may be used once. In PostgreSQL alone: with a second store for the time that the first is
 * away, what was used in the one could be used again in the other.
 */
@Injectable()
export class ReplayGuard {
  constructor(private readonly database: Database) {}

  /** True for exactly one caller until `seconds` are over. */
  async isFirst(key: string, seconds: number): Promise<boolean> {
    const first = await this.database.change(
      `INSERT INTO short_lived (key, value, expires_at) VALUES ($1, '', now() + make_interval(secs => $2))
       ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at WHERE short_lived.expires_at <= now()`,
      [`once:${key}`, seconds],
    );
    return first === 1;
  }
}
