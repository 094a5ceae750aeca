// Sign-ins, code exchanges, renewals and client credentials at one identity process on one core, with real
// PostgreSQL and Redis, beside node:crypto alone doing the same hashes and signatures.
import { startSuite } from '@safety/local-stack';
import { closeConnections } from '../common/browser.mjs';
import { cpuSeconds, pin } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';
import { allowClientCredentials, codeOf, exchange, signedIn, token, tokensOf } from '../common/identity.mjs';
import { median } from '../common/statistics.mjs';
import { atOnce } from '../common/workers.mjs';
import { argon2id, costOf, es256, rs256, sha256 } from './reference.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const AT_ONCE = 16;
const GOAL_RENEWALS = 800;
const GOAL_SIGN_IN_MS = 10;

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' } });
try {
  const { identity } = suite.urls;
  await allowClientCredentials(suite);
  pin(suite.pid('identity'), 0);
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
  const before = cpuSeconds(pid);
  const { done, seconds } = await atOnce(AT_ONCE, SECONDS, (worker) => {
    const value = prepared?.pop();
    return prepared && !value ? false : work(worker, value);
  });
  return { perSecond: done / seconds, cpuMs: ((cpuSeconds(pid) - before) * 1000) / done };
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
