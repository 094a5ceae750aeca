// The suite with one service replaced by the upstream, and somebody who may ask it.
import { once } from 'node:events';
import { startSuite } from '@safety/local-stack';
import { pin, start } from '../common/children.mjs';
import { addCourses, demoHeaders } from '../common/demo-courses.mjs';

const ROWS = 20;
/** Counted, but never too much. */
const NO_LIMIT = '10000000';
export const LOAD_CORE = 0;
export const PROXY_CORE = 1;

/**
 * Everything that is measured against; this process and what it starts stay on one core, proxies get the
 * other.
 */
export async function startScene() {
  pin(process.pid, LOAD_CORE);
  const upstream = await start(new URL('./upstream.mjs', import.meta.url));
  const url = `http://127.0.0.1:${upstream.told.port}`;
  const suite = await startSuite({
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
    settings: {
      gateway: {
        TRAINING_URL: url,
        RATE_LIMIT_USER: NO_LIMIT,
        RATE_LIMIT_COMPANY: NO_LIMIT,
        RATE_LIMIT_CLIENT: NO_LIMIT,
        RATE_LIMIT_ADDRESS: NO_LIMIT,
      },
    },
  });
  pin(suite.pid('gateway'), PROXY_CORE);
  const headers = await demoHeaders(suite);
  upstream.child.send(await listOfCourses(suite, headers));
  await once(upstream.child, 'message');
  return {
    url,
    upstreamPid: upstream.child.pid,
    headers,
    identityUrl: suite.urls.identity,
    issuer: `${suite.url}/auth`,
    audience: JSON.parse(Buffer.from(headers.authorization.split('.')[1], 'base64url')).aud,
    jwksUrl: `${suite.urls.identity}/auth/.well-known/openid-configuration/jwks`,
    gateway: { url: suite.urls.gateway, path: '/api/courses', pid: suite.pid('gateway') },
    async stop() {
      upstream.child.kill();
      await suite.stop();
    },
  };
}

/** The answer of training itself, byte for byte. */
async function listOfCourses(suite, headers) {
  await addCourses(suite, headers, ROWS);
  const response = await fetch(`${suite.urls.training}/courses?limit=${ROWS}`, { headers });
  const list = await response.text();
  if (JSON.parse(list).data.length !== ROWS) throw new Error(`GET /courses answered ${list}`);
  return list;
}
