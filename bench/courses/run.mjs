// Lists of 20 rows, and one row: straight at the service and through the gateway, beside a bare server that
// sends the same statements. Each round measures all parts, in turns of a second, so that what the machine
// does hits all alike; a ratio is of the same round.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { ask, closeConnections } from '../common/lists/ask.mjs';
import { resourcesOf } from '../common/lists/resources.mjs';
import { seedLists } from '../common/lists/seed.mjs';
import { startTapped } from '../common/lists/suite.mjs';
import { median } from '../common/statistics.mjs';
import { partsOf } from './parts.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 2);
const ROWS = Number(process.env.ROWS ?? 2000);
const CONNECTIONS = 50;
/** Of each part. By then what is compiled under load is compiled. */
const WARM_UP_SECONDS = { bare: 3, service: 10, gateway: 10 };
/** Of each round, after which other parts are measured. */
const REWARM_SECONDS = 2;
/** Of the gateway, which is the same for all parts: its cost falls for so long. */
const FIRST_WARM_UP_SECONDS = 40;
/** Of each part the median of the rounds, and the worst of them. */
const GOALS = { service: 0.7, worst: 0.65, gateway: 0.85 };

const parts = partsOf(process.env.PARTS);
const names = [...new Set(parts.flatMap(([, { resources }]) => resources))];
const { suite, tap, stop } = await startTapped();
const prepared = [];
try {
  await seedLists(suite, await resourcesOf(names.join()), { rows: ROWS });
  const headers = await demoHeaders(suite);
  const [[, first]] = parts;
  const warmUp = { url: `${suite.url}/api${await first.path(suite.urls[first.service], headers)}`, headers };
  await load('gateway', warmUp, FIRST_WARM_UP_SECONDS);
  for (const [name, part] of parts) prepared.push(await prepare(name, part, headers));
  for (let round = 0; round < ROUNDS; round++)
    for (const { targets, rounds } of prepared) rounds.push(await measureRound(targets));
  const ratios = prepared.map(ratiosOf);
  console.table(Object.fromEntries(ratios.map(({ part, ...figures }) => [part, figures])));
  judge(ratios);
} finally {
  for (const { stopReference } of prepared) stopReference();
  await closeConnections();
  await stop();
}

/** Loads what a part is measured at, for as long as each takes to be compiled. */
async function prepare(part, { service, path: pathOf, limit }, headers) {
  const path = await pathOf(suite.urls[service], headers);
  const reference = await startReference(service, path, limit, headers);
  const targets = {
    bare: { url: reference.url },
    service: { url: `${suite.urls[service]}${path}`, headers },
    gateway: { url: `${suite.url}/api${path}`, headers },
  };
  for (const [name, target] of Object.entries(targets)) await load(name, target, WARM_UP_SECONDS[name]);
  return { part, targets, stopReference: reference.stop, rounds: [] };
}

function ratiosOf({ part, rounds }) {
  report(part, rounds);
  const ratio = (name, to) => rounds.map((round) => round[name]['requests/s'] / round[to]['requests/s']);
  const shown = (value) => Number(value.toFixed(2));
  const [ofBare, ofService] = [ratio('service', 'bare'), ratio('gateway', 'service')];
  return {
    part,
    'service / bare': shown(median(ofBare)),
    worst: shown(Math.min(...ofBare)),
    'gateway / service': shown(median(ofService)),
  };
}

async function measureRound(targets) {
  const turns = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  for (const [name, target] of Object.entries(targets)) await load(name, target, REWARM_SECONDS);
  for (let turn = 0; turn < SECONDS; turn++) {
    for (const [name, target] of Object.entries(targets)) {
      const { requests, latency } = await load(name, target, 1);
      turns[name].push({ 'requests/s': requests.average, 'p50 ms': latency.p50, 'p99 ms': latency.p99 });
    }
  }
  return Object.fromEntries(Object.entries(turns).map(([name, ofTarget]) => [name, medians(ofTarget)]));
}

async function load(name, target, duration) {
  const answer = await autocannon({ ...target, connections: CONNECTIONS, duration });
  const { non2xx, errors } = answer;
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refusals, ${errors} errors`);
  return answer;
}

/** Of a request the service has prepared for; it sends what the service sends. */
async function startReference(service, path, limit, headers) {
  const url = suite.urls[service];
  await ask(url, path, headers);
  const statements = await tap.during(suite.pid(service), () => ask(url, path, headers));
  const child = fork(fileURLToPath(new URL('./reference-server.mjs', import.meta.url)));
  child.send({ databaseUrl: suite.environment[service].DATABASE_URL, statements, limit });
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** Of each figure the median. */
function medians(measured) {
  const figures = Object.keys(measured[0]);
  return Object.fromEntries(
    figures.map((figure) => [figure, Math.round(median(measured.map((one) => one[figure])))]),
  );
}

function report(part, rounds) {
  console.log(part);
  console.table(
    Object.fromEntries(
      Object.keys(rounds[0]).map((name) => [
        name,
        {
          ...medians(rounds.map((round) => round[name])),
          rounds: rounds.map((round) => round[name]['requests/s']).join(' '),
        },
      ]),
    ),
  );
}

function judge(ratios) {
  for (const { part, worst, 'service / bare': service, 'gateway / service': gateway } of ratios) {
    demand(`${part}: the service at least ${GOALS.service} of bare`, service >= GOALS.service);
    demand(`${part}: no round below ${GOALS.worst} of bare`, worst >= GOALS.worst);
    demand(`${part}: the gateway at least ${GOALS.gateway} of the service`, gateway >= GOALS.gateway);
  }
}
