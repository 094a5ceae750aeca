import { setTimeout as delay } from 'node:timers/promises';
import type { AppName, Suite } from '@safety/local-stack';
import pg from 'pg';
import { behindTheGateway, concernedBy, HOLD_MS, type Scenario } from './scenario.js';
import { until } from './until.js';

const SLOWED_BY_MS = 100;
const SLOW_FOR_MS = 3_000;

const addressOf = (suite: Suite, app: AppName): URL => new URL(suite.environment[app]['DATABASE_URL'] ?? '');
const databaseOf = (suite: Suite, app: AppName): string => addressOf(suite, app).pathname.slice(1);

async function asOwner<Result>(suite: Suite, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: suite.databaseUrl });
  await client.connect();
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const endConnections = (suite: Suite, client: pg.Client) =>
  client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = ANY($1)',
    [behindTheGateway.map((app) => databaseOf(suite, app))],
  );

/** Whether a connection is one to the database of a service: its first message names it. */
const connectionsOf = (suite: Suite, app: AppName) => (greeting: string) =>
  greeting.includes(`\0database\0${databaseOf(suite, app)}\0`);

export const connectionsEnded: Scenario = {
  name: 'PostgreSQL ends every connection',
  concerns: behindTheGateway,
  happen: ({ suite }) => asOwner(suite, async (client) => void (await endConnections(suite, client))),
};

/** The database of one service hangs. */
export const databaseHung = (app: AppName): Scenario => ({
  name: `the database of ${app} hangs for 2 s`,
  concerns: concernedBy(app),
  happen: async ({ suite, postgres }) => {
    postgres.hold(connectionsOf(suite, app));
    await delay(HOLD_MS);
    await postgres.restore();
  },
});

/** Each message to the database of one service takes a tenth of a second longer. */
export const databaseSlow = (app: AppName): Scenario => ({
  name: `the database of ${app} is slow`,
  concerns: concernedBy(app),
  happen: async ({ suite, postgres }) => {
    postgres.slow(SLOWED_BY_MS, connectionsOf(suite, app));
    await delay(SLOW_FOR_MS);
    await postgres.restore();
  },
});

/** Ends the server as its own command does, `fast` or `immediate`; whoever supervises it starts it again. */
const restarted = (how: string, signal: NodeJS.Signals): Scenario => ({
  name: `PostgreSQL is restarted, ${how}`,
  concerns: behindTheGateway,
  happen: async ({ suite }) => {
    const startedAt = (client: pg.Client) =>
      client.query('SELECT pg_postmaster_start_time()::text AS at').then(({ rows }) => rows[0].at as string);
    const [before, pid] = await asOwner(suite, async (client) => [
      await startedAt(client),
      Number(
        (await client.query("SELECT pg_read_file('postmaster.pid') AS file")).rows[0].file.split('\n')[0],
      ),
    ]);
    process.kill(pid, signal);
    await until('PostgreSQL is back', async () => {
      const now = await asOwner(suite, startedAt).catch(() => undefined);
      return now !== undefined && now !== before;
    });
  },
});

/** Faults of PostgreSQL. The last three need a server that nobody else uses. */
export const postgresScenarios: Scenario[] = [
  connectionsEnded,
  {
    name: 'PostgreSQL is away for 2 s',
    concerns: behindTheGateway,
    happen: async ({ postgres }) => {
      await postgres.cut();
      await delay(HOLD_MS);
      await postgres.restore();
    },
  },
  {
    name: 'PostgreSQL hangs for 2 s',
    concerns: behindTheGateway,
    happen: async ({ postgres }) => {
      postgres.hold();
      await delay(HOLD_MS);
      await postgres.restore();
    },
  },
  {
    name: 'PostgreSQL takes no connection for 2 s',
    concerns: behindTheGateway,
    happen: ({ suite }) =>
      asOwner(suite, async (client) => {
        const limit = async (connections: number) => {
          for (const app of behindTheGateway)
            await client.query(
              `ALTER ROLE ${client.escapeIdentifier(addressOf(suite, app).username)} CONNECTION LIMIT ${connections}`,
            );
        };
        await limit(0);
        await endConnections(suite, client);
        await delay(HOLD_MS);
        await limit(-1);
      }),
  },
  restarted('its transactions undone', 'SIGINT'),
  restarted('as after a crash', 'SIGQUIT'),
];
