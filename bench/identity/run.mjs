// Sign-ins, code exchanges, renewals and client credentials at one identity process on one core, with real
// PostgreSQL and Redis, without what its threads take for hashes and node:crypto alone for the signatures.
import { startSuite } from '@safety/local-stack';
import { closeConnections } from '../common/browser.mjs';
import { cpuSeconds, pin, threadCpuSeconds } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';
import { allowClientCredentials, codeOf, exchange, signedIn, token, tokensOf } from '../common/identity.mjs';
import { median } from '../common/statistics.mjs';
import { atOnce } from '../common/workers.mjs';
import { argon2id, costOf, es256, rs256, sha256 } from './reference.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
/** Until V8 has compiled what a sign-in runs: some 700 of them, of which there are few in a second. */
const WARM_UP_SECONDS = 30;
const AT_ONCE = 16;
const GOALS_IN_A_SECOND = { renewals: 1000, 'client credentials': 3000 };
const GOAL_SIGN_IN_MS = 6;
const round2 = (milliseconds) => Number(milliseconds.toFixed(2));
/** The name of identity's threads that hash passwords. */
const HASHES = 'password-hash';

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' } });
try {
  const { identity } = suite.urls;
  await allowClientCredentials(suite);
  pin(suite.pid('identity'), 0);
  // Of one browser a client keeps the tokens that it got last: others would take the places of renewed ones.
  const browsers = () => Promise.all(Array.from({ length: AT_ONCE }, () => signedIn(identity)));
  const families = await Promise.all((await browsers()).map((browser) => tokensOf(browser)));
  const sessions = await browsers();

  const kinds = {
    'sign-ins': {
      work: async () => exchange(identity, await codeOf(await signedIn(identity))),
      bare: [rs256, es256, sha256, sha256, sha256],
    },
    'code exchanges': {
      prepare: (worker) => codeOf(sessions[worker]),
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
      const measured = await measure(kind, suite.pid('identity'), round > 0 ? SECONDS : WARM_UP_SECONDS);
      if (round > 0) rounds[name].push({ ...measured, bareMs: costOf(kind.bare, 200) });
    }
  }
  report(rounds);
} finally {
  await closeConnections();
  await suite.stop();
}

/**
 * Runs one kind of work from several workers at once, for `most` seconds: how many a second, and CPU
 * milliseconds of each.
 */
async function measure({ prepare, work }, pid, most) {
  const prepared = prepare && (await prepareAll(prepare));
  const before = cpuSeconds(pid);
  const hashedBefore = threadCpuSeconds(pid, HASHES);
  const { done, seconds } = await atOnce(AT_ONCE, most, (worker) => {
    const value = prepared?.pop();
    return prepared && !value ? false : work(worker, value);
  });
  const each = (cpu) => (cpu * 1000) / done;
  return {
    perSecond: done / seconds,
    cpuMs: each(cpuSeconds(pid) - before),
    hashMs: each(threadCpuSeconds(pid, HASHES) - hashedBefore),
  };
}

/** No more at once than of the work itself: a cold process refuses what would wait for long. */
async function prepareAll(prepare) {
  const values = [];
  const work = async (worker) => {
    for (let index = 0; index < 30; index++) values.push(await prepare(worker));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
  return values;
}

function report(rounds) {
  const summary = {};
  for (const [kind, all] of Object.entries(rounds)) {
    const of = (figure) => median(all.map((round) => round[figure]));
    const beside = median(all.map(({ cpuMs, hashMs, bareMs }) => cpuMs - hashMs - bareMs));
    summary[kind] = {
      'a second': Math.round(of('perSecond')),
      'CPU ms each': round2(of('cpuMs')),
      'of it the hash': round2(of('hashMs')),
      'other crypto alone': round2(of('bareMs')),
      'beside both': round2(beside),
      'a second of CPU': Math.round(1000 / of('cpuMs')),
    };
  }
  console.table(summary);
  console.log(`A hash alone, with a core to itself: ${round2(costOf([argon2id], 20))} ms`);
  for (const [kind, goal] of Object.entries(GOALS_IN_A_SECOND))
    demand(`${goal} ${kind} in a second of CPU`, summary[kind]['a second of CPU'] >= goal);
  demand(
    `a sign-in at most ${GOAL_SIGN_IN_MS} ms beside its hash and signatures`,
    summary['sign-ins']['beside both'] <= GOAL_SIGN_IN_MS,
  );
}
