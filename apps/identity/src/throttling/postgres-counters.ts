import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Count, CounterStore } from './counter-store.js';

@Injectable()
export class PostgresCounters implements CounterStore {
  constructor(private readonly database: Database) {}

  async read(key: string): Promise<Count> {
    const [found] = await this.database.rows<Count>(
      `SELECT count, ceil(extract(epoch FROM expires_at - now()))::int AS "secondsLeft"
       FROM counters WHERE key = $1 AND expires_at > now()`,
      [key],
    );
    return found ?? { count: 0, secondsLeft: 0 };
  }

  async add(key: string, windowSeconds: number): Promise<void> {
    await this.database.change(
      `INSERT INTO counters (key, count, expires_at) VALUES ($1, 1, now() + make_interval(secs => $2))
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN counters.expires_at > now() THEN counters.count + 1 ELSE 1 END,
         expires_at = CASE WHEN counters.expires_at > now() THEN counters.expires_at ELSE excluded.expires_at END`,
      [key, windowSeconds],
    );
  }

  async clear(key: string): Promise<void> {
    await this.database.change('DELETE FROM counters WHERE key = $1', [key]);
  }

  async clearAll(prefix: string): Promise<void> {
    await this.database.change('DELETE FROM counters WHERE starts_with(key, $1)', [prefix]);
  }
}
