import { setTimeout as delay } from 'node:timers/promises';
import type { Suite } from '@safety/local-stack';
import pg from 'pg';
import { openSignedIn } from './application.js';

const LOOK_AGAIN_AFTER_MS = 50;
/** The attempts of a delivery before its last one. */
const LAST_BUT_ONE = 9;

/** The logout call to an application, after its last try. */
export interface DeadLetter {
  name: string;
  attempts: number;
  lastError: string;
}

/**
 * Waits until each of `count` calls about a session has failed, then lets the last of their tries come now;
 * resolves when they are given up.
 */
export async function deadLettersOf(suite: Suite, sid: string, count: number): Promise<DeadLetter[]> {
  const client = new pg.Client({ connectionString: suite.environment.identity['DATABASE_URL'] });
  await client.connect();
  const rowsWhere = async (condition: string): Promise<DeadLetter[]> => {
    const { rows } = await client.query<DeadLetter>(
      `SELECT name, attempts, last_error AS "lastError" FROM logout_deliveries JOIN clients ON clients.id = client_id
       WHERE sid = $1 AND delivered_at IS NULL AND last_error IS NOT NULL AND ${condition} ORDER BY name`,
      [sid],
    );
    return rows;
  };
  try {
    while ((await rowsWhere('next_attempt_at > now()')).length < count) await delay(LOOK_AGAIN_AFTER_MS);
    await client.query(
      'UPDATE logout_deliveries SET attempts = $2, next_attempt_at = now() WHERE sid = $1 AND delivered_at IS NULL',
      [sid, LAST_BUT_ONE],
    );
    while ((await rowsWhere('next_attempt_at IS NULL')).length < count) await delay(LOOK_AGAIN_AFTER_MS);
    return await rowsWhere('next_attempt_at IS NULL');
  } finally {
    await client.end();
  }
}

/**
 * The state that the console shows of the newest logout call of each application, by the name of the
 * application.
 */
export async function deliveriesInConsole(suite: Suite): Promise<Record<string, string>> {
  const { html } = await openSignedIn(suite, '/auth/console/deliveries', 'admin@demo.example');
  const panels = [...html.matchAll(/<h2>([^<]*) <span class="badge">([^<]*)</g)].toReversed();
  return Object.fromEntries(panels.map(([, name, state]) => [name, state]));
}
