import { setTimeout as delay } from 'node:timers/promises';
import { demoQuarries } from '@safety/demo-data';
import type { AppName, Suite } from '@safety/local-stack';
import { connected } from '@safety/local-stack';
import type pg from 'pg';
import type { Load } from './load.js';
import { personWrite } from './requests.js';

/**
 * Sends statements to the database of a service, as the service itself and in the company that the load
 * writes to.
 */
export async function inDatabase<Result>(
  suite: Suite,
  app: AppName,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // The address of the server, in place of the proxy.
  const address = new URL(suite.environment[app]['DATABASE_URL'] ?? '');
  address.host = new URL(suite.databaseUrl).host;
  return connected(address.href, async (client) => {
    await client.query("SELECT set_config('app.company_id', $1, false)", [demoQuarries.id]);
    return work(client);
  });
}

/**
 * Compares what was acknowledged with what is in the databases: rows that are not there, and rows that are
 * there twice.
 */
export async function compareWrites(suite: Suite, load: Load): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0];
  for (const [{ app, table, column }, acknowledged] of load.acknowledged) {
    const { rows } = await inDatabase(suite, app, (client) =>
      client.query<{ id: string; name: string }>(
        `SELECT id, ${column} AS name FROM ${table} WHERE starts_with(${column}, $1)`,
        [load.prefix],
      ),
    );
    const ids = new Set(rows.map(({ id }) => id));
    lost += acknowledged.filter((id) => !ids.has(id)).length;
    doubled += rows.length - new Set(rows.map(({ name }) => name)).size;
  }
  return { lost, doubled };
}

const DRAINED_WITHIN_MS = 45_000;
const LOOK_EVERY_MS = 100;
const PUBLISHING = ['identity', 'hazards-events', 'personnel-org'] as const;

/** Counts acknowledged changes that are not published yet, or not applied by hazards-events. */
async function backlog(suite: Suite, load: Load): Promise<number> {
  const counts = await Promise.all(
    PUBLISHING.map((app) =>
      inDatabase(suite, app, async (client) => {
        const text = 'SELECT count(*)::int AS waiting FROM outbox WHERE published_at IS NULL';
        return (await client.query<{ waiting: number }>(text)).rows[0]?.waiting ?? 0;
      }),
    ),
  );
  const people = load.acknowledged.get(personWrite) ?? [];
  const heard = await inDatabase(suite, 'hazards-events', async (client) => {
    const text = 'SELECT count(*)::int AS heard FROM personnel WHERE id = ANY($1)';
    return (await client.query<{ heard: number }>(text, [people])).rows[0]?.heard ?? 0;
  });
  return counts.reduce((sum, count) => sum + count, 0) + people.length - heard;
}

/** Waits until every message is published and applied; resolves with how many still are not. */
export async function unpublished(suite: Suite, load: Load): Promise<number> {
  const end = performance.now() + DRAINED_WITHIN_MS;
  for (;;) {
    const left = await backlog(suite, load);
    if (left === 0 || performance.now() > end) return left;
    await delay(LOOK_EVERY_MS);
  }
}
