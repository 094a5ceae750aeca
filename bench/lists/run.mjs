// Each declared sort, filter and search of a large company: one request after another through the gateway, at
// the service, and as the bare SQL of the service. Rounds take turns.
import { performance } from 'node:perf_hooks';
import { startSuite } from '@safety/local-stack';
import { Pool } from 'undici';
import { demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';
import { Replay } from './replay.mjs';
import { resourcesOf } from './resources.mjs';
import { seedLists } from './seed.mjs';
import { tapEnvironment } from './statements.mjs';

const ROWS = Number(process.env.ROWS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const LIST_MS = 10;
const OVER_SQL_MS = 2;
const LAST_TO_FIRST = 1.2;
const PAGE = 200;
/** Roles of one site, and that read little: their plans are others than those of administrators. */
const NARROW = ['manager@demo.example', 'employee@demo.example'];

const resources = await resourcesOf(process.env.PARTS);
const tap = tapEnvironment({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
const suite = await startSuite({
  env: tap.env,
  settings: {
    gateway: { RATE_LIMIT_USER: '10000000', RATE_LIMIT_COMPANY: '10000000', RATE_LIMIT_CLIENT: '10000000' },
  },
});
const connections = new Map();
try {
  await seedLists(suite, resources, ROWS);
  const headers = await demoHeaders(suite);
  const narrow = await Promise.all(NARROW.map((email) => demoHeaders(suite, email)));
  const { body } = await ask(suite.url, '/api/orgstructures?limit=200', headers);
  const place = body.data.findLast(({ childCount }) => childCount === 0).id;
  const [measured, pages] = [[], []];
  for (const resource of resources) {
    const replay = await Replay.at(suite.environment[resource.service].DATABASE_URL);
    try {
      for (const [list, queries] of Object.entries(resource.lists)) {
        for (const query of queries)
          measured.push(
            await measure({ ...resource, replay, narrow }, list, query.replace('$place', place), headers),
          );
        pages.push(await measurePages(resource, list, headers));
      }
    } finally {
      await replay.end();
    }
  }
  console.table(measured);
  console.table(pages);
  judge(measured, pages);
} finally {
  await suite.stop();
  await Promise.all([...connections.values()].map((pool) => pool.close()));
  tap.remove();
}

async function measure({ service, tables, farDown = [], replay, narrow }, list, query, headers) {
  const path = `/${list}?limit=20&${query}`;
  const pid = suite.pid(service);
  let rows;
  const statements = await tap.during(pid, async () => {
    const { body } = await ask(suite.urls[service], path, headers);
    rows = body.data?.length ?? body.code;
  });
  const whole = await replay.wholeReads(statements, tables);
  for (const ofOthers of narrow) {
    const asked = await tap.during(pid, () => ask(suite.urls[service], path, ofOthers));
    whole.push(...(await replay.wholeReads(asked, tables)));
  }
  const times = { gateway: [], service: [], sql: [] };
  // The first requests prepare the statements.
  for (let round = -2; round < ROUNDS; round++) {
    const gateway = (await ask(suite.url, `/api${path}`, headers)).ms;
    const atService = (await ask(suite.urls[service], path, headers)).ms;
    const sql = await replay.time(statements);
    if (round < 0) continue;
    times.gateway.push(gateway);
    times.service.push(atService);
    times.sql.push(sql);
  }
  const [gateway, atService, sql] = [times.gateway, times.service, times.sql].map(median);
  return {
    list,
    query,
    rows,
    ms: rounded(gateway),
    service: rounded(atService),
    sql: rounded(sql),
    over: rounded(atService - sql),
    whole: whole.join(' '),
    free: farDown.includes(query),
  };
}

/** The first page of the default order beside the last full one. */
async function measurePages({ service }, list, headers) {
  const first = `/${list}?limit=${PAGE}`;
  const walked = [first];
  for (let cursor; ; ) {
    const { body } = await ask(suite.urls[service], walked.at(-1), headers);
    cursor = body.page.nextCursor;
    if (!cursor) break;
    walked.push(`${first}&cursor=${cursor}`);
  }
  const last = walked.at(-2) ?? first;
  const times = { first: [], last: [] };
  for (let round = 0; round < ROUNDS * 3; round++) {
    times.first.push((await ask(suite.urls[service], first, headers)).ms);
    times.last.push((await ask(suite.urls[service], last, headers)).ms);
  }
  const [firstMs, lastMs] = [median(times.first), median(times.last)];
  return {
    list,
    pages: walked.length,
    first: rounded(firstMs),
    last: rounded(lastMs),
    ratio: Number((lastMs / firstMs).toFixed(2)),
  };
}

function judge(measured, pages) {
  const named = (rows) => rows.map(({ list, query }) => `${list}?${query}`).join(' ');
  const wrong = measured.filter(({ rows }) => typeof rows === 'string');
  const slow = measured.filter(({ free, ms }) => !free && ms > LIST_MS);
  const whole = measured.filter(({ whole }) => whole !== '');
  const over = median(measured.map(({ over }) => over));
  const far = pages.filter(({ ratio }) => ratio > LAST_TO_FIRST);
  console.log(`the service over its own SQL, at the median of all lists: ${over.toFixed(1)} ms`);
  demand(`every list answers: ${named(wrong)}`, wrong.length === 0);
  demand(`every list within ${LIST_MS} ms at the median: ${named(slow)}`, slow.length === 0);
  demand(`no list reads a whole table: ${named(whole)}`, whole.length === 0);
  demand(`the service at most ${OVER_SQL_MS} ms over its own SQL at the median`, over <= OVER_SQL_MS);
  demand(
    `the last page at most ${LAST_TO_FIRST} of the first: ${far.map(({ list }) => list).join(' ')}`,
    far.length === 0,
  );
}

async function ask(address, path, headers) {
  const pool = connections.get(address) ?? new Pool(address, { connections: 1 });
  connections.set(address, pool);
  const start = performance.now();
  const response = await pool.request({ path, method: 'GET', headers });
  const body = await response.body.json();
  const ms = performance.now() - start;
  return { ms, body };
}

function rounded(ms) {
  return Number(ms.toFixed(1));
}
