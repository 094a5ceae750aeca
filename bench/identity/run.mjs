// Sign-ins, code exchanges, renewals and client credentials at one identity process on one core, with real
// PostgreSQL and Redis, beside node:crypto alone doing the same hashes and signatures.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { demoClients, demoPassword, demoScopes, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import pg from 'pg';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';
import { Browser, closeConnections, post } from './browser.mjs';
import { argon2id, costOf, es256, rs256, sha256 } from './reference.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const AT_ONCE = 16;
const GOAL_RENEWALS = 800;
const GOAL_SIGN_IN_MS = 10;
/** Of the kernel, on every Linux that Node runs on: what /proc counts in. */
const TICKS_PER_SECOND = 100;

const [web] = demoClients;
const client = { client_id: web.clientId, client_secret: web.secret };
const [redirect_uri] = web.redirectUris;

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' } });
try {
  const { identity } = suite.urls;
  await allowClientCredentials();
  pinToOneCore(suite.pid('identity'));
  const session = await signedIn(identity);
  const families = await Promise.all(Array.from({ length: AT_ONCE }, () => tokensOf(session)));

  const kinds = {
    'sign-ins': {
      work: async () => exchange(identity, await codeOf(await signedIn(identity))),
      bare: [argon2id, rs256, es256, sha256, sha256, sha256],
    },
    'code exchanges': {
      prepare: () => codeOf(session),
      work: (_worker, code) => exchange(identity, code),
      bare: [rs256, es256, sha256, sha256],
    },
    renewals: {
      work: async (worker) => {
        const { refresh_token } = families[worker];
        families[worker] = await token(identity, { grant_type: 'refresh_token', refresh_token });
      },
      bare: [rs256, es256, sha256, sha256, sha256],
    },
    'client credentials': {
      work: () => token(identity, { grant_type: 'client_credentials' }),
      bare: [es256, sha256],
    },
  };
  const rounds = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  // The first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, kind] of Object.entries(kinds)) {
      const measured = await measure(kind, suite.pid('identity'));
      if (round > 0)
        rounds[name].push({ ...measured, bareMs: costOf(kind.bare, name === 'sign-ins' ? 10 : 200) });
    }
  }
  report(rounds);
} finally {
  await closeConnections();
  await suite.stop();
}

/**
 * Runs one kind of work from several workers at once for a while: how many a second, and CPU milliseconds of
 * each.
 */
async function measure({ prepare, work }, pid) {
  const prepared = prepare && (await prepareAll(prepare));
  let done = 0;
  const begun = performance.now();
  const end = begun + SECONDS * 1000;
  const before = cpuMs(pid);
  const worker = async (_, index) => {
    while (performance.now() < end) {
      const value = prepared?.pop();
      if (prepared && !value) return;
      await work(index, value);
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { perSecond: (done * 1000) / (performance.now() - begun), cpuMs: (cpuMs(pid) - before) / done };
}

/** No more at once than of the work itself: a cold process refuses what would wait for long. */
async function prepareAll(prepare) {
  const values = [];
  const worker = async () => {
    for (let index = 0; index < 30; index++) values.push(await prepare());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return values;
}

/** CPU time of a process with all its threads so far. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

function pinToOneCore(pid) {
  execFileSync('taskset', ['-apc', '0', String(pid)], { stdio: 'ignore' });
}

async function allowClientCredentials() {
  const { DATABASE_URL } = suite.environment.identity;
  const database = new pg.Client({ connectionString: DATABASE_URL });
  await database.connect();
  await database.query(
    "UPDATE clients SET grant_types = array_append(grant_types, 'client_credentials') WHERE id = $1 AND 'client_credentials' <> ALL (grant_types)",
    [web.clientId],
  );
  await database.end();
}

function authorization(parameters = {}) {
  const request = {
    client_id: web.clientId,
    redirect_uri,
    response_type: 'code',
    scope: demoScopes.join(' '),
  };
  return `/auth/connect/authorize?${new URLSearchParams({ ...request, ...parameters })}`;
}

/** A browser in which somebody has signed in, on the way to the client. */
async function signedIn(url) {
  const browser = new Browser(url);
  const page = await browser.send(authorization());
  await browser.send(page.location);
  const answer = await browser.send(page.location, { email: demoUsers[0].email, password: demoPassword });
  browser.answer = await browser.send(answer.location);
  return browser;
}

async function codeOf(browser) {
  const { location, status } = browser.answer ?? (await browser.send(authorization({ prompt: 'none' })));
  browser.answer = undefined;
  const code = location && new URL(location).searchParams.get('code');
  if (!code) throw new Error(`There is no code in ${status} ${location}`);
  return code;
}

function token(url, form) {
  return post(url, '/auth/connect/token', { ...form, ...client });
}

function exchange(url, code) {
  return token(url, { grant_type: 'authorization_code', code, redirect_uri });
}

async function tokensOf(browser) {
  return exchange(browser.processUrl, await codeOf(browser));
}

function report(rounds) {
  const summary = {};
  for (const [kind, all] of Object.entries(rounds)) {
    const cpu = median(all.map((round) => round.cpuMs));
    const bare = median(all.map((round) => round.bareMs));
    summary[kind] = {
      'a second': Math.round(median(all.map(({ perSecond }) => perSecond))),
      'CPU ms each': Number(cpu.toFixed(2)),
      'crypto alone ms': Number(bare.toFixed(2)),
      'beside it ms': Number((cpu - bare).toFixed(2)),
      'a second of CPU': Math.round(1000 / cpu),
    };
  }
  console.table(summary);
  const renewals = summary.renewals['a second of CPU'];
  const signInMs = summary['sign-ins']['beside it ms'];
  demand(`${GOAL_RENEWALS} renewals in a second of CPU`, renewals >= GOAL_RENEWALS);
  demand(
    `a sign-in at most ${GOAL_SIGN_IN_MS} ms beside its hash and signatures`,
    signInMs <= GOAL_SIGN_IN_MS,
  );
}
