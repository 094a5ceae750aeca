// GET /courses with 20 rows at one service: as it is, with metrics that are scraped, and with traces of which
// one of ten is kept. They are processes of one suite, measured in turns of a second, in another order
// each time; a ratio is of the same round.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startSuite } from '@safety/local-stack';
import autocannon from 'autocannon';
import { addCourses, demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = 50;
const LIMIT = 20;
const WARM_UP_REQUESTS = 10_000;
const LEAST = 0.95;
const MOST_COST = 1.05;
/** A quiet service gives memory back after some ten seconds. */
const IDLE_MS = 15_000;
const TICK_MICROSECONDS = 10_000;
const folder = fileURLToPath(new URL('../../apps/training', import.meta.url));
const children = [];

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: 'warn' } });
try {
  const headers = await demoHeaders(suite);
  await addCourses(suite, headers, LIMIT * 5);
  const collector = fork(fileURLToPath(new URL('./collector.mjs', import.meta.url)));
  children.push(collector);
  const [{ port }] = await once(collector, 'message');
  const metricsPort = await freePort();
  const services = {
    plain: await start({}),
    // Two processes alike are never compiled alike: how far they differ is what a ratio can tell.
    'plain again': await start({}),
    metrics: await start({ METRICS_PORT: String(metricsPort) }),
    'metrics and traces': await start({
      METRICS_PORT: String(await freePort()),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }),
  };
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  for (const service of Object.values(services)) service.idleMb = megabytesOf(service.pid);
  const rates = await measure(services, headers);
  report(services, rates);
} finally {
  for (const child of children) child.kill();
  await suite.stop();
}

/** A further process of the service, once it listens. */
async function start(env) {
  const beganAt = performance.now();
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: { ...suite.environment.training, PORT: '0', LOG_LEVEL: 'info', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The service ended')));
    lines.on('line', (line) => {
      const { msg, port: found } = JSON.parse(line);
      if (msg === 'service: listening') resolve(found);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    startMs: performance.now() - beganAt,
    scrape: env.METRICS_PORT ? `http://127.0.0.1:${env.METRICS_PORT}/metrics` : undefined,
  };
}

async function measure(services, headers) {
  const names = Object.keys(services);
  const load = (name, more) =>
    autocannon({
      url: `${services[name].url}/courses?limit=${LIMIT}`,
      headers,
      connections: CONNECTIONS,
      ...more,
    });
  for (const name of names) await load(name, { amount: WARM_UP_REQUESTS });
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const turns = Object.fromEntries(names.map((name) => [name, []]));
    for (let turn = 0; turn < SECONDS; turn++) {
      const from = (round + turn) % names.length;
      for (const name of [...names.slice(from), ...names.slice(0, from)]) {
        // More often than Prometheus does.
        const scraped = services[name].scrape && turn === 0 ? fetch(services[name].scrape) : undefined;
        const before = ticksOf(services[name].pid);
        const { requests, non2xx, errors } = await load(name, { duration: 1 });
        const ticks = ticksOf(services[name].pid) - before;
        if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors`);
        await (await scraped)?.text();
        turns[name].push({ rate: requests.average, cost: (ticks * TICK_MICROSECONDS) / requests.total });
      }
    }
    for (const name of names)
      rates[name].push({
        rate: median(turns[name].map(({ rate }) => rate)),
        cost: median(turns[name].map(({ cost }) => cost)),
      });
  }
  return rates;
}

function report(services, rates) {
  const ratios = (name, figure = 'rate') =>
    rates[name].map((measured, round) => {
      const [one, other] = [rates.plain[round][figure], rates['plain again'][round][figure]];
      return measured[figure] / ((one + other) / 2);
    });
  console.table(
    Object.fromEntries(
      Object.entries(services).map(([name, { startMs, idleMb }]) => [
        name,
        {
          'requests/s': Math.round(median(rates[name].map(({ rate }) => rate))),
          'of plain': median(ratios(name)).toFixed(3),
          rounds: ratios(name)
            .map((ratio) => ratio.toFixed(2))
            .join(' '),
          'CPU of plain': median(ratios(name, 'cost')).toFixed(3),
          'start ms': Math.round(startMs),
          'idle MB': Math.round(idleMb),
        },
      ]),
    ),
  );
  for (const name of ['metrics', 'metrics and traces']) {
    demand(`${name}: more than ${LEAST} of the requests of the plain service`, median(ratios(name)) > LEAST);
    demand(
      `${name}: less than ${MOST_COST} of its processor time for a request`,
      median(ratios(name, 'cost')) < MOST_COST,
    );
  }
}

/** Processor time of a process: unlike requests a second it hardly depends on what others do meanwhile. */
function ticksOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function megabytesOf(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

async function freePort() {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
