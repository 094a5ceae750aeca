// The suite with one service replaced by the upstream, and somebody who may ask it.
import { once } from 'node:events';
import { demoClients, demoPassword, demoQuarries, demoScopes, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import { pin, start } from './children.mjs';

const ROWS = 20;
/** Counted, but never too much. */
const NO_LIMIT = '10000000';
export const LOAD_CORE = 0;
export const PROXY_CORE = 1;

/** Everything that is measured against; this process and what it starts stay on one core, proxies get the other. */
export async function startScene() {
  pin(process.pid, LOAD_CORE);
  const upstream = await start('upstream.mjs');
  const url = `http://127.0.0.1:${upstream.told.port}`;
  const suite = await startSuite({
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
    settings: {
      gateway: {
        TRAINING_URL: url,
        RATE_LIMIT_COMPANY: NO_LIMIT,
        RATE_LIMIT_CLIENT: NO_LIMIT,
        RATE_LIMIT_ADDRESS: NO_LIMIT,
      },
    },
  });
  pin(suite.pid('gateway'), PROXY_CORE);
  const token = await accessToken(suite.url);
  const headers = { authorization: `Bearer ${token}`, 'x-company-context': demoQuarries.id };
  upstream.child.send(await listOfCourses(suite.urls.training, headers));
  await once(upstream.child, 'message');
  return {
    url,
    headers,
    issuer: `${suite.url}/auth`,
    audience: JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).aud,
    jwksUrl: `${suite.urls.identity}/auth/.well-known/openid-configuration/jwks`,
    gateway: { url: suite.urls.gateway, path: '/api/courses', pid: suite.pid('gateway') },
    async stop() {
      upstream.child.kill();
      await suite.stop();
    },
  };
}

async function accessToken(url) {
  const { clientId, secret } = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const response = await fetch(`${url}/auth/connect/token`, {
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

/** What training itself answers, byte for byte. */
async function listOfCourses(url, headers) {
  for (let index = 0; index < ROWS; index++) {
    const course = {
      code: `BENCH-${index}`,
      name: `Course ${index}`,
      category: 'other',
      deliveryMethod: 'online',
    };
    const response = await fetch(`${url}/courses`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(course),
    });
    if (response.status !== 201) throw new Error(`POST /courses answered ${response.status}`);
  }
  const response = await fetch(`${url}/courses?limit=${ROWS}`, { headers });
  const list = await response.text();
  if (JSON.parse(list).data.length !== ROWS) throw new Error(`GET /courses answered ${list}`);
  return list;
}
