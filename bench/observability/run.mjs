// GET /courses with 20 rows at one service: as it is, with metrics that are scraped, and with traces of which
// one of ten is kept. They are processes of one suite, measured one after the other, in another order each
// round; a ratio is of one round. Two processes of one program are never compiled alike, so there are several
// of each.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startSuite } from '@safety/local-stack';
import autocannon from 'autocannon';
import { cpuSeconds, residentBytes } from '../common/children.mjs';
import { addCourses, demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';

/** Of each service. */
const PROCESSES = Number(process.env.PROCESSES ?? 3);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Of each process in a round. */
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = 50;
const LIMIT = 20;
/** By then what is compiled under load is compiled. */
const WARM_UP_SECONDS = 12;
/** A process that had nothing to do for some seconds gives compiled code back, unlike one under load. */
const LEAD_SECONDS = 2;
const LEAST = 0.95;
const MOST_COST = 1.05;
/** A quiet service gives memory back after some ten seconds. */
const IDLE_MS = 15_000;
const folder = fileURLToPath(new URL('../../apps/training', import.meta.url));
const children = [];

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: 'warn' } });
try {
  const headers = await demoHeaders(suite);
  await addCourses(suite, headers, LIMIT * 5);
  const collector = fork(fileURLToPath(new URL('./collector.mjs', import.meta.url)));
  children.push(collector);
  const [{ port }] = await once(collector, 'message');
  const collected = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  const services = [];
  for (let process = 0; process < PROCESSES; process++) {
    services.push(await start('plain', {}));
    services.push(await start('metrics', { METRICS_PORT: '0' }));
    services.push(await start('metrics and traces', { METRICS_PORT: '0', ...collected }));
  }
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  for (const service of services) service.idleMb = residentBytes(service.pid) / 2 ** 20;
  report(services, await measure(services, headers));
} finally {
  for (const child of children) child.kill();
  await suite.stop();
}

/** A further process of the service, once it listens. */
async function start(name, env) {
  const beganAt = performance.now();
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: { ...suite.environment.training, PORT: '0', LOG_LEVEL: 'info', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const ports = {};
  await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The service ended')));
    lines.on('line', (line) => {
      const { msg, port } = JSON.parse(line);
      if (port) ports[msg] = port;
      if (msg === 'service: listening') resolve();
    });
  });
  return {
    name,
    url: `http://127.0.0.1:${ports['service: listening']}`,
    pid: child.pid,
    startMs: performance.now() - beganAt,
    scrape: env.METRICS_PORT && `http://127.0.0.1:${ports['metrics: listening']}/metrics`,
  };
}

/** Of each round the figures of each service, in the mean of its processes. */
async function measure(services, headers) {
  for (const service of services) await load(service, headers, WARM_UP_SECONDS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = round % services.length;
    const figures = [];
    for (const service of [...services.slice(from), ...services.slice(0, from)]) {
      // More often than Prometheus does.
      const scraped = service.scrape && fetch(service.scrape);
      await load(service, headers, LEAD_SECONDS);
      figures.push({ name: service.name, ...(await load(service, headers, SECONDS)) });
      await (await scraped)?.text();
    }
    const means = {};
    for (const [name, some] of Map.groupBy(figures, (figure) => figure.name))
      means[name] = { rate: meanOf(some, 'rate'), cost: meanOf(some, 'cost') };
    rounds.push(means);
  }
  return rounds;
}

async function load({ name, url, pid }, headers, seconds) {
  const before = cpuSeconds(pid);
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}/courses?limit=${LIMIT}`,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors`);
  return { rate: requests.average, cost: (cpuSeconds(pid) - before) / requests.total };
}

function meanOf(figures, name) {
  return figures.reduce((sum, figure) => sum + figure[name], 0) / figures.length;
}

function report(services, rounds) {
  const ratios = (name, figure) => rounds.map((round) => round[name][figure] / round.plain[figure]);
  const printed = (some) => some.map((ratio) => ratio.toFixed(2)).join(' ');
  const names = [...new Set(services.map(({ name }) => name))];
  console.table(
    Object.fromEntries(
      names.map((name) => {
        const processes = services.filter((service) => service.name === name);
        return [
          name,
          {
            'requests/s': Math.round(median(rounds.map((round) => round[name].rate))),
            'of plain': median(ratios(name, 'rate')).toFixed(3),
            rounds: printed(ratios(name, 'rate')),
            'CPU of plain': median(ratios(name, 'cost')).toFixed(3),
            'its rounds': printed(ratios(name, 'cost')),
            'start ms': Math.round(median(processes.map(({ startMs }) => startMs))),
            'idle MB': Math.round(median(processes.map(({ idleMb }) => idleMb))),
          },
        ];
      }),
    ),
  );
  for (const name of names.slice(1)) {
    const [rate, cost] = [median(ratios(name, 'rate')), median(ratios(name, 'cost'))];
    demand(`${name}: more than ${LEAST} of the requests of the plain service`, rate > LEAST);
    demand(`${name}: less than ${MOST_COST} of its processor time for a request`, cost < MOST_COST);
  }
}
