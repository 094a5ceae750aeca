// Each declared sort, filter and search of a large company, through the gateway: one request after another.
import { performance } from 'node:perf_hooks';
import { startSuite } from '@safety/local-stack';
import { demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';
import { farDown, lists } from './queries.mjs';
import { seedLists } from './seed.mjs';

const ROWS = Number(process.env.ROWS ?? 300_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const GOAL_MS = 10;

const suite = await startSuite({
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  settings: {
    gateway: { RATE_LIMIT_USER: '10000000', RATE_LIMIT_COMPANY: '10000000', RATE_LIMIT_CLIENT: '10000000' },
  },
});
try {
  await seedLists(suite, ROWS);
  const headers = await demoHeaders(suite);
  const { body: places } = await ask('orgstructures?limit=200', headers);
  const place = places.data.findLast(({ childCount }) => childCount === 0).id;
  const measured = [];
  for (const [list, queries] of Object.entries(lists)) {
    for (const query of queries) measured.push(await measure(list, query.replace('$place', place), headers));
  }
  console.table(measured);
  const slow = measured
    .filter(({ query }) => !farDown.includes(query))
    .filter(({ ms, rows }) => ms > GOAL_MS || typeof rows === 'string');
  demand(
    `every list within ${GOAL_MS} ms at the median: ${slow.map(({ list, query }) => `${list}?${query}`).join(' ')}`,
    slow.length === 0,
  );
} finally {
  await suite.stop();
}

async function measure(list, query, headers) {
  const times = [];
  let rows;
  // The first requests prepare the statement.
  for (let round = -2; round < ROUNDS; round++) {
    const { ms, body } = await ask(`${list}?limit=20&${query}`, headers);
    rows = body.data?.length ?? body.code;
    if (round >= 0) times.push(ms);
  }
  return { list, query, rows, ms: Number(median(times).toFixed(1)), slowest: Math.round(Math.max(...times)) };
}

async function ask(path, headers) {
  const start = performance.now();
  const response = await fetch(`${suite.url}/api/${path}`, { headers });
  const body = await response.json();
  const ms = performance.now() - start;
  return { ms, body };
}
