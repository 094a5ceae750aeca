// GET /courses with 20 rows: straight at the service and through the gateway, beside a bare server that does the same
// query. Everything is measured in one run, in rounds that take turns, so that what the machine does hits all alike.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { demoClients, demoPassword, demoQuarries, demoScopes, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import autocannon from 'autocannon';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = 50;
const LIMIT = 20;
const WARM_UP_REQUESTS = 10_000;

const suite = await startSuite({
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  // Counted, but never too much.
  settings: { gateway: { RATE_LIMIT_COMPANY: '10000000', RATE_LIMIT_CLIENT: '10000000' } },
});
try {
  const headers = { authorization: `Bearer ${await accessToken()}`, 'x-company-context': demoQuarries.id };
  await addCourses(headers);
  const reference = await startReference();
  const targets = {
    'bare, one prepared statement': { url: `${reference.url}/plain` },
    'bare, company transaction': { url: `${reference.url}/transaction` },
    service: { url: `${suite.urls.training}/courses?limit=${LIMIT}`, headers },
    gateway: { url: `${suite.url}/api/courses?limit=${LIMIT}`, headers },
  };
  const rates = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  // What has not run often is not compiled yet: without this the larger program is measured cold for longer.
  for (const target of Object.values(targets)) {
    await autocannon({ ...target, connections: CONNECTIONS, amount: WARM_UP_REQUESTS });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, target] of Object.entries(targets)) {
      const { requests, non2xx, errors, latency } = await autocannon({
        ...target,
        connections: CONNECTIONS,
        duration: SECONDS,
      });
      if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors`);
      rates[name].push({ perSecond: requests.average, p50: latency.p50, p99: latency.p99 });
    }
  }
  reference.stop();
  report(rates);
} finally {
  await suite.stop();
}

async function accessToken() {
  const { clientId, secret } = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const response = await fetch(`${suite.url}/auth/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      client_secret: secret,
      username: demoUsers[0].email,
      password: demoPassword,
      scope: demoScopes.join(' '),
    }),
  });
  return (await response.json()).access_token;
}

async function addCourses(headers) {
  for (let index = 0; index < LIMIT * 5; index++) {
    const course = {
      code: `BENCH-${index}`,
      name: `Course ${index}`,
      category: 'other',
      deliveryMethod: 'online',
    };
    const response = await fetch(`${suite.urls.training}/courses`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(course),
    });
    if (response.status !== 201) throw new Error(`POST /courses answered ${response.status}`);
  }
}

async function startReference() {
  const file = fileURLToPath(new URL('./reference-server.mjs', import.meta.url));
  const { DATABASE_URL } = suite.environment.training;
  const child = fork(file, { env: { ...process.env, DATABASE_URL, COMPANY_ID: demoQuarries.id } });
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

function report(rates) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const summary = Object.fromEntries(
    Object.entries(rates).map(([name, rounds]) => [
      name,
      {
        'requests/s': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
        'p50 ms': median(rounds.map(({ p50 }) => p50)),
        'p99 ms': median(rounds.map(({ p99 }) => p99)),
        rounds: rounds.map(({ perSecond }) => Math.round(perSecond)).join(' '),
      },
    ]),
  );
  console.table(summary);
  const rate = (name) => summary[name]['requests/s'];
  console.log(
    `service / bare, company transaction: ${(rate('service') / rate('bare, company transaction')).toFixed(2)} (at least 0.5)`,
  );
  console.log(`gateway / service: ${(rate('gateway') / rate('service')).toFixed(2)} (at least 0.8)`);
}
