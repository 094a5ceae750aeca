import { Injectable } from '@nestjs/common';
import type { StatementClient } from '@safety/persistence';
import { Database, type Statement } from '../storage/database/database.js';
import type { Limit } from './throttle.js';

/** One that was counted, in which window. */
export interface Place {
  key: string;
  /** When the window ends, as PostgreSQL writes it. */
  endsAt: string;
  /** With this one. */
  count: number;
}

/** A limit that is reached, and the seconds until it is not. */
export interface FullLimit {
  key: string;
  secondsLeft: number;
}

/** The limits that are reached. It may be wrong a moment later: that admits nobody. */
export const fullOf = (limits: readonly Limit[]): Statement<FullLimit> => ({
  text: `SELECT key, ceil(extract(epoch FROM expires_at - now()))::int AS "secondsLeft"
    FROM counters JOIN unnest($1::text[], $2::int[]) AS limits (key, most) USING (key)
    WHERE expires_at > now() AND count >= most`,
  values: [limits.map(({ key }) => key), mostOf(limits)],
});

/**
 * The counts, in PostgreSQL alone. A second store would have to take over when the first is in doubt. A count
 * in one store would not count in the other. Several rows are always locked in the order of their keys.
 */
@Injectable()
export class Counters {
  constructor(private readonly database: Database) {}

  /**
   * Adds one to each, or to none when one is full: then the seconds until none of the full ones is. The rows
   * stay locked until it is decided, so those who come at once are counted one after the other.
   */
  async take(limits: readonly Limit[]): Promise<{ places: Place[] } | { secondsLeft: number }> {
    try {
      return {
        places: await this.database.rows<Place>(TAKE, [
          ...keysAndSeconds(limits),
          limits.map(() => 1),
          mostOf(limits),
        ]),
      };
    } catch (error) {
      if ((error as { code?: unknown }).code !== FULL) throw error;
      return { secondsLeft: secondsLeft(await this.full(limits)) ?? 1 };
    }
  }

  full(limits: readonly Limit[]): Promise<FullLimit[]> {
    const { text, values } = fullOf(limits);
    return this.database.rows<FullLimit>(text, values);
  }

  /**
   * Takes one from each place whose window is still the same, and clears the counts of `cleared`. With
   * `first`, which comes before it in the same transaction.
   */
  async giveBack(
    places: readonly Place[],
    cleared: readonly string[] = [],
    first?: Statement,
  ): Promise<void> {
    const kept = places.filter(({ key }) => !cleared.includes(key));
    const keys = kept.map(({ key }) => key);
    const text = `WITH held AS (
         SELECT key, expires_at FROM counters WHERE key = ANY($1) ORDER BY key COLLATE "C" FOR UPDATE),
       cleared AS (DELETE FROM counters USING held WHERE counters.key = held.key AND held.key = ANY($2))
       UPDATE counters SET count = count - 1
       FROM held JOIN unnest($3::text[], $4::timestamptz[]) AS places (key, expires_at) USING (key, expires_at)
       WHERE counters.key = held.key AND count > 0`;
    const values = [[...keys, ...cleared], cleared, keys, kept.map(({ endsAt }) => endsAt)];
    if (first) await this.database.together(first, { text, values });
    else await this.database.change(text, values);
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
}

/** Of the limits that are reached, the seconds until none is; undefined when there are none. */
export const secondsLeft = (full: readonly FullLimit[]): number | undefined =>
  full.length === 0 ? undefined : Math.max(...full.map((limit) => limit.secondsLeft));

/** Adds one to each in the transaction of `client`, full or not; resolves with whether all are within. */
export async function countWithin(client: StatementClient, limits: readonly Limit[]): Promise<boolean> {
  const within = await countSome(
    client,
    limits.map((limit) => ({ ...limit, times: 1 })),
  );
  return limits.every(({ key }) => within.get(key) === 1);
}

/** Adds `times` to each, full or not; resolves with how many of them are within, by key. */
export async function countSome(
  client: StatementClient,
  limits: readonly (Limit & { times: number })[],
): Promise<Map<string, number>> {
  const times = limits.map((limit) => limit.times);
  const { rows } = await client.query<Place>(ADD, [...keysAndSeconds(limits), times]);
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return new Map(
    limits.map((limit) => {
      const beyond = (counts.get(limit.key) ?? 0) - limit.most;
      return [limit.key, Math.max(0, limit.times - Math.max(0, beyond))];
    }),
  );
}

const keysAndSeconds = (limits: readonly Limit[]): [keys: string[], seconds: number[]] => [
  limits.map(({ key }) => key),
  limits.map(({ windowSeconds }) => windowSeconds),
];

const mostOf = (limits: readonly Limit[]): number[] => limits.map(({ most }) => most);

const ADD = `INSERT INTO counters (key, count, expires_at)
  SELECT key, times, now() + make_interval(secs => seconds)
  FROM unnest($1::text[], $2::int[], $3::int[]) AS limits (key, seconds, times) ORDER BY key COLLATE "C"
  ON CONFLICT (key) DO UPDATE SET
    count = excluded.count + CASE WHEN counters.expires_at > now() THEN counters.count ELSE 0 END,
    expires_at = CASE WHEN counters.expires_at > now() THEN counters.expires_at ELSE excluded.expires_at END
  RETURNING key, count, expires_at::text AS "endsAt"`;

/** PostgreSQL's name for a division by zero. */
const FULL = '22012';

/** One that is full divides by zero, which takes back all that the statement has added. */
const TAKE = `WITH added AS (${ADD})
  SELECT key, count, "endsAt", 1 / (count <= most)::int AS place
  FROM added JOIN unnest($1::text[], $4::int[]) AS limits (key, most) USING (key)`;
