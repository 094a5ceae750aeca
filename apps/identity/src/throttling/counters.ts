import { Injectable } from '@nestjs/common';
import type { StatementClient } from '@safety/persistence';
import { Database } from '../storage/database/database.js';
import type { Limit } from './throttle.js';

/** One that was counted, in which window. */
export interface Place {
  key: string;
  /** When the window ends, as PostgreSQL writes it. */
  endsAt: string;
  /** With this one. */
  count: number;
}

interface Counted extends Place {
  secondsLeft: number;
}

/**
 * The counts, in PostgreSQL alone. A second store would have to take over when the first is in doubt. A count
 * in one store would not count in the other. Several rows are always locked in the order of their keys.
 */
@Injectable()
export class Counters {
  constructor(private readonly database: Database) {}

  /** Adds one to each, or to none when one is full: then the seconds until none of the full ones is. */
  async take(limits: readonly Limit[]): Promise<{ places: Place[] } | { secondsLeft: number }> {
    try {
      return { places: await this.addAll(limits) };
    } catch (error) {
      if (error instanceof Full) return { secondsLeft: error.secondsLeft };
      throw error;
    }
  }

  /** Seconds until none is full; undefined when none is. It may be wrong a moment later: it admits nobody. */
  async secondsLeft(limits: readonly Limit[]): Promise<number | undefined> {
    const full = await this.database.rows<{ secondsLeft: number }>(
      `SELECT ceil(extract(epoch FROM expires_at - now()))::int AS "secondsLeft"
       FROM counters JOIN unnest($1::text[], $2::int[]) AS limits (key, most) USING (key)
       WHERE expires_at > now() AND count >= most`,
      [limits.map(({ key }) => key), limits.map(({ most }) => most)],
    );
    return full.length === 0 ? undefined : Math.max(...full.map(({ secondsLeft }) => secondsLeft));
  }

  /** Takes one from each place whose window is still the same, and clears the counts of `cleared`. */
  async giveBack(places: readonly Place[], cleared: readonly string[] = []): Promise<void> {
    const kept = places.filter(({ key }) => !cleared.includes(key));
    const keys = kept.map(({ key }) => key);
    await this.database.change(
      `WITH held AS (
         SELECT key, expires_at FROM counters WHERE key = ANY($1) ORDER BY key COLLATE "C" FOR UPDATE),
       cleared AS (DELETE FROM counters USING held WHERE counters.key = held.key AND held.key = ANY($2))
       UPDATE counters SET count = count - 1
       FROM held JOIN unnest($3::text[], $4::timestamptz[]) AS places (key, expires_at) USING (key, expires_at)
       WHERE counters.key = held.key AND count > 0`,
      [[...keys, ...cleared], cleared, keys, kept.map(({ endsAt }) => endsAt)],
    );
  }

  async clear(keys: readonly string[]): Promise<void> {
    await this.giveBack([], keys);
  }

  /** Clears every counter whose key begins so. */
  async clearAll(prefix: string): Promise<void> {
    await this.database.change(
      `WITH held AS (SELECT key FROM counters WHERE starts_with(key, $1) ORDER BY key COLLATE "C" FOR UPDATE)
       DELETE FROM counters USING held WHERE counters.key = held.key`,
      [prefix],
    );
  }

  /** The rows stay locked until it is decided, so those who come at once are counted one after the other. */
  private addAll(limits: readonly Limit[]): Promise<Place[]> {
    const mostOf = new Map(limits.map(({ key, most }) => [key, most]));
    return this.database.transaction(async ({ client }) => {
      const rows = await countIn(client, limits);
      const full = rows.filter(({ key, count }) => count > (mostOf.get(key) ?? 0));
      if (full.length > 0) throw new Full(Math.max(...full.map(({ secondsLeft }) => secondsLeft)));
      return rows;
    });
  }
}

/** Adds one to each in the transaction of `client`, full or not. */
export async function countIn(client: StatementClient, limits: readonly Limit[]): Promise<Counted[]> {
  const { rows } = await client.query<Counted>(ADD, [
    limits.map(({ key }) => key),
    limits.map(({ windowSeconds }) => windowSeconds),
  ]);
  return rows;
}

/** Rolls back what was added. */
class Full extends Error {
  constructor(readonly secondsLeft: number) {
    super('A limit is reached');
  }
}

const ADD = `INSERT INTO counters (key, count, expires_at)
  SELECT key, 1, now() + make_interval(secs => seconds)
  FROM unnest($1::text[], $2::int[]) AS limits (key, seconds) ORDER BY key COLLATE "C"
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN counters.expires_at > now() THEN counters.count + 1 ELSE 1 END,
    expires_at = CASE WHEN counters.expires_at > now() THEN counters.expires_at ELSE excluded.expires_at END
  RETURNING key, count, expires_at::text AS "endsAt",
    ceil(extract(epoch FROM expires_at - now()))::int AS "secondsLeft"`;
