// The time of a sign-in from a new browser while known devices send right passwords at the gateway's limit
// for two addresses, at an identity process of one core.
import { execFileSync } from 'node:child_process';
import { demoClients, demoPassword, demoScopes, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import { Browser, closeConnections, post } from '../common/browser.mjs';
import { demand } from '../common/goals.mjs';
import { percentile } from '../common/statistics.mjs';

const SECONDS = Number(process.env.SECONDS ?? 20);
const ADDRESSES = Number(process.env.ADDRESSES ?? 2);
const GRANTS_A_SECOND = 20;
const NEWCOMER_EVERY_MS = 250;
const GOAL_MS = 3_000;

const [web] = demoClients;
const program = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
const [owner, newcomer] = demoUsers;

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' } });
try {
  const { identity } = suite.urls;
  execFileSync('taskset', ['-apc', '0', String(suite.pid('identity'))], { stdio: 'ignore' });
  for (let warm = 0; warm < 20; warm++) await grant(identity);
  const alone = await newcomers(identity, 5);
  const flood = floodOf(identity);
  const flooded = await newcomers(identity, SECONDS);
  const { granted, refused } = await flood.stop();
  for (const [name, { times, unavailable }] of Object.entries({ alone, flooded })) {
    const [p50, p99, most] = [0.5, 0.99, 1].map((part) => percentile(times, part)?.toFixed(0));
    console.log(
      `${name.padEnd(8)} ${times.length} sign-ins, p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms, ${unavailable} refused`,
    );
  }
  console.log(`${(granted / SECONDS).toFixed(0)} grants a second from known devices, ${refused} refused`);
  const isMet = flooded.unavailable === 0 && percentile(flooded.times, 1) <= GOAL_MS;
  demand(`every sign-in from a new browser within ${GOAL_MS} ms`, isMet);
} finally {
  await closeConnections();
  await suite.stop();
}

function grant(identity) {
  return post(identity, '/auth/connect/token', {
    grant_type: 'password',
    client_id: program.clientId,
    client_secret: program.secret,
    username: owner.email,
    password: demoPassword,
    scope: 'openid',
  });
}

/** Grants at an even pace, whatever happens. */
function floodOf(identity) {
  const counts = { granted: 0, refused: 0 };
  const under = [];
  const timer = setInterval(
    () => {
      const one = grant(identity).then(
        () => counts.granted++,
        () => counts.refused++,
      );
      under.push(one);
    },
    1000 / (ADDRESSES * GRANTS_A_SECOND),
  );
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(under);
    return counts;
  };
  return { stop };
}

/** Sign-ins that nobody waits for, each from a browser without cookies. */
async function newcomers(identity, seconds) {
  const result = { times: [], unavailable: 0 };
  const under = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    under.push(signIn(identity, result));
    await new Promise((resolve) => setTimeout(resolve, NEWCOMER_EVERY_MS));
  }
  await Promise.all(under);
  return result;
}

async function signIn(identity, result) {
  const browser = new Browser(identity);
  const startedAt = performance.now();
  const query = {
    client_id: web.clientId,
    redirect_uri: web.redirectUris[0],
    response_type: 'code',
    scope: demoScopes.join(' '),
  };
  const page = await browser.send(`/auth/connect/authorize?${new URLSearchParams(query)}`);
  await browser.send(page.location);
  const answer = await browser.send(page.location, { email: newcomer.email, password: demoPassword });
  if (!answer.location) {
    result.unavailable++;
    return;
  }
  await browser.send(answer.location);
  result.times.push(performance.now() - startedAt);
}
