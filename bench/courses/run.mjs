// GET /courses with 20 rows: straight at the service and through the gateway, beside a bare server that does
// the same query. Everything is measured in one run, in turns of a second, so that what the machine does hits
// all alike; a ratio is of the same round.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { demoQuarries } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import autocannon from 'autocannon';
import { addCourses, demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = 50;
const LIMIT = 20;
/** By then what is compiled under load is compiled. */
const WARM_UP_SECONDS = 15;
const GOALS = { service: 0.6, gateway: 0.85 };

const suite = await startSuite({
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  // Counted, but never too much.
  settings: {
    gateway: { RATE_LIMIT_USER: '10000000', RATE_LIMIT_COMPANY: '10000000', RATE_LIMIT_CLIENT: '10000000' },
  },
});
try {
  const headers = await demoHeaders(suite);
  await addCourses(suite, headers, LIMIT * 5);
  const reference = await startReference();
  const targets = {
    'bare, one prepared statement': { url: `${reference.url}/plain` },
    'bare, company transaction': { url: `${reference.url}/transaction` },
    service: { url: `${suite.urls.training}/courses?limit=${LIMIT}`, headers },
    gateway: { url: `${suite.url}/api/courses?limit=${LIMIT}`, headers },
  };
  const rates = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  // Without it the larger program is measured cold for longer.
  for (const target of Object.values(targets)) {
    await autocannon({ ...target, connections: CONNECTIONS, duration: WARM_UP_SECONDS });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const turns = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
    for (let turn = 0; turn < SECONDS; turn++) {
      for (const [name, target] of Object.entries(targets)) {
        const { requests, non2xx, errors, latency } = await autocannon({
          ...target,
          connections: CONNECTIONS,
          duration: 1,
        });
        if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors`);
        turns[name].push({ 'requests/s': requests.average, 'p50 ms': latency.p50, 'p99 ms': latency.p99 });
      }
    }
    for (const [name, ofRound] of Object.entries(turns)) rates[name].push(medians(ofRound));
  }
  reference.stop();
  report(rates);
} finally {
  await suite.stop();
}

async function startReference() {
  const file = fileURLToPath(new URL('./reference-server.mjs', import.meta.url));
  const { DATABASE_URL } = suite.environment.training;
  const child = fork(file, { env: { ...process.env, DATABASE_URL, COMPANY_ID: demoQuarries.id } });
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** Of each figure the median. */
function medians(measured) {
  const names = Object.keys(measured[0]);
  return Object.fromEntries(
    names.map((name) => [name, Math.round(median(measured.map((one) => one[name])))]),
  );
}

function report(rates) {
  const summary = Object.fromEntries(
    Object.entries(rates).map(([name, rounds]) => [
      name,
      { ...medians(rounds), rounds: rounds.map((round) => round['requests/s']).join(' ') },
    ]),
  );
  console.table(summary);
  const ratio = (name, reference) =>
    median(rates[name].map((own, round) => own['requests/s'] / rates[reference][round]['requests/s']));
  const service = ratio('service', 'bare, company transaction');
  const gateway = ratio('gateway', 'service');
  console.log(
    `service / bare, company transaction: ${service.toFixed(2)}; gateway / service: ${gateway.toFixed(2)}`,
  );
  demand(`the service at least ${GOALS.service} of the bare company transaction`, service >= GOALS.service);
  demand(`the gateway at least ${GOALS.gateway} of the service`, gateway >= GOALS.gateway);
}
