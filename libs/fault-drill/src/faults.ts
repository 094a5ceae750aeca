import { setTimeout as delay } from 'node:timers/promises';
import type { AppName, Line, Suite } from '@safety/local-stack';
import { Redis } from 'ioredis';
import pg from 'pg';

/** What a fault is done to. */
export interface Ground {
  suite: Suite;
  /** The ways of all services to PostgreSQL and to Redis. */
  postgres: Line;
  redis: Line;
}

/** Something that goes wrong, and comes right again. */
export interface Fault {
  name: string;
  /** Services that may answer 503 or nothing meanwhile; all others must not notice. */
  concerns: readonly AppName[];
  /** Breaks it, waits for so long as it is to be broken, and mends it. */
  happen(ground: Ground): Promise<void>;
}

const HOLD_MS = 2_000;
const behindTheGateway = ['identity', 'accounts', 'hazards-events', 'personnel-org', 'training'] as const;
const withDatabase: readonly AppName[] = behindTheGateway;
/** Who asks accounts for memberships cannot answer when it is away for longer than they are remembered. */
const asksAccounts: readonly AppName[] = [
  'accounts',
  'hazards-events',
  'personnel-org',
  'training',
  'gateway',
];

const killed = (app: AppName): Fault => ({
  name: `kill -9 ${app}`,
  concerns: app === 'accounts' ? asksAccounts : [app],
  happen: async ({ suite }) => suite.kill(app, 'SIGKILL'),
});

const hung = (app: AppName): Fault => ({
  name: `${app} hangs`,
  concerns: app === 'accounts' ? asksAccounts : [app],
  happen: async ({ suite }) => {
    suite.kill(app, 'SIGSTOP');
    await delay(HOLD_MS);
    suite.kill(app, 'SIGCONT');
  },
});

async function withRedis(url: string, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(url);
  try {
    await work(redis);
  } finally {
    redis.disconnect();
  }
}

const redisFaults: Fault[] = [
  {
    name: 'Redis is away',
    concerns: [],
    happen: async ({ redis }) => {
      await redis.cut();
      await delay(HOLD_MS);
      await redis.mend();
    },
  },
  {
    name: 'Redis hangs',
    concerns: [],
    happen: async ({ redis }) => {
      redis.hold();
      await delay(HOLD_MS);
      await redis.mend();
    },
  },
  {
    name: 'Redis is emptied',
    concerns: [],
    happen: ({ suite }) => withRedis(suite.redisUrl, (redis) => redis.flushdb()),
  },
];

const postgresFaults: Fault[] = [
  {
    name: 'PostgreSQL ends every connection',
    concerns: withDatabase,
    happen: async ({ suite }) => {
      const client = new pg.Client({ connectionString: suite.databaseUrl });
      await client.connect();
      const names = withDatabase.map((app) =>
        new URL(suite.environment[app]['DATABASE_URL'] ?? '').pathname.slice(1),
      );
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = ANY($1)',
        [names],
      );
      await client.end();
    },
  },
  {
    name: 'PostgreSQL is away',
    concerns: withDatabase,
    happen: async ({ postgres }) => {
      await postgres.cut();
      await delay(HOLD_MS);
      await postgres.mend();
    },
  },
  {
    name: 'PostgreSQL hangs',
    concerns: withDatabase,
    happen: async ({ postgres }) => {
      postgres.hold();
      await delay(HOLD_MS);
      await postgres.mend();
    },
  },
];

/** Everything that is tried. */
export const faults: Fault[] = [
  ...(['gateway', ...behindTheGateway] as const).map(killed),
  ...behindTheGateway.map(hung),
  ...redisFaults,
  ...postgresFaults,
];

/** A few of them, one of each kind, for a short drill. */
export const fewFaults: Fault[] = [
  killed('hazards-events'),
  hung('training'),
  ...redisFaults.slice(-1),
  ...postgresFaults.slice(0, 1),
];
