import { setTimeout as delay } from 'node:timers/promises';
import { demoQuarries } from '@safety/demo-data';
import { Line, type Suite, startPostgres, startRedis, startSuite } from '@safety/local-stack';
import pg from 'pg';
import { ask, tokensOf } from './client.js';
import type { Fault, Ground } from './faults.js';
import { Load } from './load.js';
import { Record } from './record.js';
import { reads } from './requests.js';

/** A user of both companies. */
const USER = 'both@demo.example';
const BEFORE_MS = 1_000;
const AFTER_MS = 1_000;
const PROBE_EVERY_MS = 25;
/** Long after this no service is coming back by itself. */
const RECOVERS_WITHIN_MS = 90_000;

/** What a drill showed. Everything but the first five must be 0 or empty. */
export interface Finding {
  fault: string;
  requests: number;
  failed: number;
  slowestMs: number;
  /** From the end of the fault until every service answers. */
  recoveredAfterMs: number;
  spread: number;
  hung: number;
  unexpected: string[];
  withoutRetryAfter: number;
  /** Acknowledged writes that are not there. */
  lost: number;
  /** Writes that are there twice. */
  doubled: number;
  /** Rows of another company in an answer. */
  foreign: number;
}

/** A running suite whose ways to PostgreSQL and Redis can be cut. */
export interface DrillGround extends Ground {
  stop(): Promise<void>;
}

/** Starts a suite for drills, on the servers of `env` or its own. `onOutput` gets what the services log. */
export async function prepareGround(
  env: NodeJS.ProcessEnv,
  onOutput: (line: string) => void = () => undefined,
): Promise<DrillGround> {
  const [database, bus] = await Promise.all([startPostgres({ env }), startRedis({ env })]);
  const postgres = new Line(database.url, 5432);
  const redis = new Line(bus.url);
  await Promise.all([postgres.mend(), redis.mend()]);
  const suite = await startSuite({
    env: { ...env, DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    onOutput,
    // Counted, but never too much: what is drilled is not the rate limit.
    settings: { gateway: { RATE_LIMIT_COMPANY: '10000000', RATE_LIMIT_CLIENT: '10000000' } },
  });
  const stop = async (): Promise<void> => {
    await suite.stop();
    await Promise.all([postgres.cut(), redis.cut()]);
    await Promise.all([database.stop(), bus.stop()]);
  };
  return { suite: { ...suite, databaseUrl: database.url, redisUrl: bus.url }, postgres, redis, stop };
}

/** Lets a fault happen under load, and looks at what it did. */
export async function drill(ground: Ground, fault: Fault, perSecond = 40): Promise<Finding> {
  const { suite } = ground;
  const { access_token: token } = await tokensOf(suite.url, USER);
  const record = new Record(fault.concerns);
  const foreign = new ForeignRows();
  const load = new Load({ suiteUrl: suite.url, token, perSecond }, record, (...page) =>
    foreign.look(...page),
  );
  load.start();
  try {
    await delay(BEFORE_MS);
    await fault.happen(ground);
    const recoveredAfterMs = await recovery(suite, token);
    await delay(AFTER_MS);
    await load.finish();
    const { lost, doubled } = await compareWrites(suite, load);
    const { requests, failed, slowestMs, spread, hung, unexpected, withoutRetryAfter } = record;
    return {
      ...{ fault: fault.name, requests, failed, slowestMs, recoveredAfterMs },
      ...{ spread, hung, unexpected, withoutRetryAfter, lost, doubled, foreign: foreign.count },
    };
  } finally {
    load.abandon();
  }
}

/** Milliseconds until every service answers a request through the gateway. Throws when one does not. */
async function recovery(suite: Suite, token: string): Promise<number> {
  const startedAt = performance.now();
  const answers = async (): Promise<boolean> => {
    const outcomes = await Promise.all([
      ask(`${suite.url}/auth/.well-known/openid-configuration`),
      ...reads.map(({ path, companyId }) =>
        ask(`${suite.url}${path}`, {
          headers: { authorization: `Bearer ${token}`, 'x-company-context': companyId },
        }),
      ),
    ]);
    return outcomes.every(({ status }) => status === 200);
  };
  while (!(await answers())) {
    if (performance.now() - startedAt > RECOVERS_WITHIN_MS) throw new Error('The suite did not come back');
    await delay(PROBE_EVERY_MS);
  }
  return Math.round(performance.now() - startedAt);
}

/** Compares what was acknowledged with what is in the database. */
async function compareWrites(suite: Suite, load: Load): Promise<{ lost: number; doubled: number }> {
  const { DATABASE_URL = '' } = suite.environment['hazards-events'];
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    await client.query("SELECT set_config('app.company_id', $1, false)", [demoQuarries.id]);
    const { rows } = await client.query<{ id: string; title: string }>(
      'SELECT id, title FROM hazards WHERE starts_with(title, $1)',
      [load.prefix],
    );
    const ids = new Set(rows.map(({ id }) => id));
    const titles = new Set(rows.map(({ title }) => title));
    return {
      lost: [...load.acknowledged.values()].filter((id) => !ids.has(id)).length,
      doubled: rows.length - titles.size,
    };
  } finally {
    await client.end();
  }
}

/** Remembers which company each row was first seen in, and counts those seen in another. */
class ForeignRows {
  count = 0;
  private readonly companies = new Map<string, string>();

  look(companyId: string, page: unknown): void {
    for (const { id } of (page as { data: { id: string }[] }).data) {
      const known = this.companies.get(id);
      if (known === undefined) this.companies.set(id, companyId);
      else if (known !== companyId) this.count++;
    }
  }
}
