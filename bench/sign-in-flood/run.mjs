// The effect of many password grants on the exchange of codes: the time of an exchange while
// nothing else happens, and while 100 password grants are always under way, in rounds that take turns.
import { setTimeout as delay } from 'node:timers/promises';
import { demoClients, demoPassword, demoScopes, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import { demand } from '../common/goals.mjs';
import { percentile } from '../common/statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 4);
const SECONDS = Number(process.env.SECONDS ?? 8);
const AT_ONCE = Number(process.env.AT_ONCE ?? 100);
/** Exchanges are sent at this pace whatever happens, as clients do that know nothing of each other. */
const EXCHANGE_EVERY_MS = 20;
const WARM_UP_SECONDS = 8;
const GOAL = 2;

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' } });
try {
  const identity = suite.urls.identity;
  const web = demoClients.find(({ grantTypes }) => grantTypes.includes('authorization_code'));
  const program = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const cookies = await signIn(identity, web);
  const measure = (seconds) => exchanges(identity, web, cookies, seconds);
  await measure(WARM_UP_SECONDS);
  await flooded(identity, program, () => measure(2));

  const times = { idle: [], flooded: [] };
  let [granted, shed] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    times.idle.push(...(await measure(SECONDS)));
    const { result, grants, refused } = await flooded(identity, program, () => measure(SECONDS));
    times.flooded.push(...result);
    granted += grants;
    shed += refused;
  }
  for (const [name, all] of Object.entries(times)) {
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(all, part).toFixed(1));
    process.stdout.write(`${name.padEnd(8)} ${all.length} exchanges, p50 ${p50} ms, p99 ${p99} ms\n`);
  }
  const ratio = percentile(times.flooded, 0.99) / percentile(times.idle, 0.99);
  process.stdout.write(
    `${(granted / ROUNDS / SECONDS).toFixed(1)} password grants a second, ${shed} refused\n`,
  );
  process.stdout.write(`p99 flooded / idle: ${ratio.toFixed(2)}\n`);
  demand(`a p99 at most ${GOAL} times that of an idle identity`, ratio <= GOAL);
} finally {
  await suite.stop();
}

/** Exchanges codes at an even pace; resolves to the milliseconds that each took. */
async function exchanges(identity, client, cookies, seconds) {
  const codes = [];
  const count = (seconds * 1_000) / EXCHANGE_EVERY_MS;
  // Beforehand: a code lives for a minute, and only its exchange is measured.
  while (codes.length < count) {
    const fetched = Array.from({ length: 8 }, () => authorize(identity, client, cookies));
    codes.push(...(await Promise.all(fetched)).map((location) => location.searchParams.get('code')));
  }
  const under = [];
  for (const code of codes.slice(0, count)) {
    under.push(exchange(identity, client, code));
    await delay(EXCHANGE_EVERY_MS);
  }
  return Promise.all(under);
}

async function exchange(identity, { clientId, secret, redirectUris }, code) {
  const startedAt = performance.now();
  const response = await post(`${identity}/auth/connect/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: secret,
    redirect_uri: redirectUris[0],
    code,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A code was answered ${response.status}`);
  return performance.now() - startedAt;
}

/** Runs `work` while so many password grants are under way all the time. */
async function flooded(identity, { clientId, secret }, work) {
  const form = {
    grant_type: 'password',
    client_id: clientId,
    client_secret: secret,
    username: demoUsers[0].email,
    password: demoPassword,
    scope: 'openid',
  };
  let [over, grants, refused] = [false, 0, 0];
  const flood = Array.from({ length: AT_ONCE }, async () => {
    while (!over) {
      const response = await post(`${identity}/auth/connect/token`, form);
      await response.arrayBuffer();
      if (response.ok) grants += 1;
      else if (response.status === 503) {
        // More wait already than identity lets wait; each comes again when it was told to.
        refused += 1;
        await delay(Number(response.headers.get('retry-after')) * 1_000);
      } else throw new Error(`A password was answered ${response.status}`);
    }
  });
  const result = await work();
  over = true;
  await Promise.all(flood);
  return { result, grants, refused };
}

/** The cookies of somebody who is signed in. */
async function signIn(identity, client) {
  const cookies = new Map();
  const started = await open(`${identity}${authorizePath(client)}`, cookies);
  const page = new URL(started.headers.get('location'), identity);
  const form = { email: demoUsers[0].email, password: demoPassword };
  const submitted = await open(page, cookies, { method: 'POST', body: new URLSearchParams(form) });
  const resumed = new URL(submitted.headers.get('refresh').replace('0; url=', ''));
  await open(identity + resumed.pathname, cookies);
  return cookies;
}

async function authorize(identity, client, cookies) {
  const response = await open(`${identity}${authorizePath(client)}`, new Map(cookies));
  return new URL(response.headers.get('location'));
}

function authorizePath({ clientId, redirectUris }) {
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUris[0],
    response_type: 'code',
    scope: demoScopes.join(' '),
    state: 'a-state',
  };
  return `/auth/connect/authorize?${new URLSearchParams(parameters)}`;
}

async function open(url, cookies, init = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
  await response.arrayBuffer();
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    cookies.set(name, value);
  }
  return response;
}

function post(url, form) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
}
