// Pauses of identity's event loop and the memory of a gateway, while gateways read so many revocations.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSuite } from '@safety/local-stack';
import pg from 'pg';
import { residentBytes } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';

const COUNTS = (process.env.COUNTS ?? '50000,100000').split(',').map(Number);
const SECONDS = Number(process.env.SECONDS ?? 12);
const GOAL_PAUSE_MS = 20;
const GOAL_MEGABYTES = 200;
const PATH = '/internal/revocations/pages';

const file = join(mkdtempSync(join(tmpdir(), 'revocations-')), 'loop.json');
const watch = new URL('loop-watch.mjs', import.meta.url);
const env = {
  ...process.env,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  LOOP_WATCH_FILE: file,
  NODE_OPTIONS: `--import=${watch}`,
};
const suite = await startSuite({ env });
try {
  const database = new pg.Client({ connectionString: suite.environment.identity.DATABASE_URL });
  await database.connect();
  const idle = await paused(() => wait(SECONDS * 1000));
  console.log(
    `none: identity pauses ${idle.mostMs.toFixed(1)} ms at most, gateway ${megabytes().toFixed(0)} MB`,
  );
  let known = 0;
  for (const count of COUNTS) {
    await database.query(
      `INSERT INTO revocations (kind, subject, issued_before, until)
       SELECT 'grantId', gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour' FROM generate_series(1, $1)`,
      [count - known],
    );
    known = count;
    // As a gateway does that starts, several times over, beside the one of the suite.
    const { mostMs, p99Ms } = await paused(async () => {
      for (let gateway = 0; gateway < 3; gateway++) await readAll(suite.urls.identity);
      await wait(SECONDS * 1000);
    });
    console.log(
      `${count}: identity pauses ${mostMs.toFixed(1)} ms at most, p99 ${p99Ms.toFixed(1)} ms, gateway ${megabytes().toFixed(0)} MB`,
    );
    demand(`no pause of more than ${GOAL_PAUSE_MS} ms with ${count}`, mostMs <= GOAL_PAUSE_MS);
    demand(`a gateway of at most ${GOAL_MEGABYTES} MB with ${count}`, megabytes() <= GOAL_MEGABYTES);
  }
  await database.end();
} finally {
  await suite.stop();
}

async function readAll(identity) {
  let pages = 0;
  for (let after = ''; after !== null; pages++) {
    const answer = await fetch(`${identity}${PATH}${after && `?after=${after}`}`);
    if (!answer.ok) throw new Error(`${PATH} answered ${answer.status}`);
    ({ next: after } = await answer.json());
  }
  return pages;
}

/** The pauses of identity's event loop meanwhile. */
async function paused(work) {
  process.kill(suite.pid('identity'), 'SIGUSR2');
  await wait(100);
  await work();
  process.kill(suite.pid('identity'), 'SIGUSR2');
  await wait(300);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function megabytes() {
  return residentBytes(suite.pid('gateway')) / 2 ** 20;
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
