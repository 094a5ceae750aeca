// How long single logout takes in the whole suite with two gateways: see README.md.
// Loopback only; some minutes.
import {
  answersOf,
  deadLettersOf,
  deliveriesInConsole,
  replayCode,
  replayRefreshToken,
  restartGateways,
  signOutRound,
  startTestbed,
} from '@safety/logout-drill';
import { Redis } from 'ioredis';
import { demand } from '../common/goals.mjs';
import { percentile } from '../common/statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 200);
const ROUNDS_WITHOUT_REDIS = Number(process.env.ROUNDS_WITHOUT_REDIS ?? 10);
const REPLAYS = Number(process.env.REPLAYS ?? 20);
const goals = { usualMs: 1_000, withoutRedisMs: 30_000, pageMs: 500, replayMs: 2_000 };
const bad = ['is dead', 'never answers', 'never ends its headers', 'never ends its body'];

const say = (text) => process.stdout.write(`${text}\n`);

const testbed = await startTestbed({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' }, [
  'answers',
  'answers',
  ...bad,
]);
try {
  const { suite, redis, applications } = testbed;
  const good = applications.slice(0, 2);
  await rounds(5, good);

  const usual = await rounds(ROUNDS, good);
  report('usual', usual);
  demand('usual', worst(usual) <= goals.usualMs);

  await replays('one code fifty times at once', replayCode, 1);
  await replays('one spent refresh token fifty times at once', replayRefreshToken, 0);

  await redis.cut();
  const withoutRedis = await rounds(ROUNDS_WITHOUT_REDIS, good);
  await redis.restore();
  report('Redis down', withoutRedis);
  demand('Redis down', worst(withoutRedis) <= goals.withoutRedisMs);

  const ended = [...usual.slice(-10), ...withoutRedis].flatMap((round) => round.ended);
  await stillRefused('after Redis was down', ended);
  const client = new Redis(suite.redisUrl);
  await client.flushdb();
  client.disconnect();
  await stillRefused('after Redis was emptied', ended);
  await restartGateways(suite);
  await stillRefused('after both gateways were killed', ended);

  const beside = await rounds(10, applications);
  report('beside bad Logout Uris', beside);
  demand('beside bad Logout Uris', worst(beside) <= goals.usualMs);
  const [{ sid }] = beside.at(-1).ended;
  // The one that never ends its body has answered.
  const given = await deadLettersOf(suite, sid, bad.length - 1);
  const inConsole = await deliveriesInConsole(suite);
  console.table(given.map((letter) => ({ ...letter, console: inConsole[letter.name] })));
  demand(
    'given up in the console',
    given.every(({ name }) => inConsole[name] === 'given up'),
  );
} finally {
  await testbed.stop();
}

async function rounds(count, applications) {
  const done = [];
  while (done.length < count) done.push(await signOutRound(testbed.suite, applications));
  return done;
}

async function replays(name, replay, redeemed) {
  const all = [];
  while (all.length < REPLAYS) all.push(await replay(testbed.suite, testbed.applications[0]));
  const values = all.map(({ refusedMs }) => refusedMs);
  say(`${name}: ${all.length} rounds, refusedMs ${halfAndWorst(values)}`);
  demand(`${name}, in time`, percentile(values, 0.99) <= goals.replayMs);
  demand(
    `${name}, ${redeemed} redeemed`,
    all.every(({ statuses }) => statuses.filter((status) => status === 200).length === redeemed),
  );
}

function report(name, all) {
  const figures = ['toldMs', 'refusedMs', 'pageMs'].map((what) => {
    const values = all.map((round) => round[what]);
    return `${what} ${halfAndWorst(values)}`;
  });
  say(`${name}: ${all.length} rounds, ${figures.join(', ')}`);
  demand(
    `${name}, the page`,
    percentile(
      all.map(({ pageMs }) => pageMs),
      0.99,
    ) < goals.pageMs,
  );
}

async function stillRefused(when, ended) {
  const answers = await answersOf(testbed.suite, ended);
  const admitted = answers.filter((status) => status !== 401).length;
  say(`${when}: ${admitted} of ${answers.length} requests with tokens of ended sessions were admitted`);
  demand(when, admitted === 0);
}

/** The p99 of whatever comes last. */
function worst(all) {
  return percentile(
    all.map(({ toldMs, refusedMs }) => Math.max(toldMs, refusedMs)),
    0.99,
  );
}

function halfAndWorst(values) {
  return [0.5, 0.99].map((part) => `p${part * 100} ${Math.round(percentile(values, part))}`).join(' ');
}
