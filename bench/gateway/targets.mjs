// Everything that requests are sent to, in the order of the report.
import { pin, start } from '../common/children.mjs';
import { startProgram } from './programs.mjs';
import { haproxy } from './proxies/haproxy.mjs';
import { nginx } from './proxies/nginx.mjs';
import { PROXY_CORE } from './scene.mjs';

const PATH = '/api/courses';

const starts = {
  direct: ({ url }) => ({ url, path: '/courses' }),
  gateway: ({ gateway }) => gateway,
  nginx: (setting) => startProgram(nginx, setting),
  HAProxy: (setting) => startProgram(haproxy, setting),
  '@fastify/http-proxy': (setting) => startNode('proxies/fastify-http-proxy.mjs', setting),
  'http-proxy-middleware': (setting) => startNode('proxies/http-proxy-middleware.mjs', setting),
};

/** Starts the proxies beside the gateway. It names a proxy that cannot be started, and leaves it out. */
export async function startTargets(scene, wanted = Object.keys(starts)) {
  const { keys } = await (await fetch(scene.jwksUrl)).json();
  const setting = { ...scene, key: keys.find(({ alg }) => alg === 'ES256') };
  const targets = {};
  for (const name of wanted) targets[name] = await starts[name](setting);
  const stops = Object.values(targets).flatMap(({ stop }) => stop ?? []);
  for (const [name, target] of Object.entries(targets)) {
    if (target.missing) {
      console.log(target.missing);
      delete targets[name];
      continue;
    }
    if (target.pid) pin(target.pid, PROXY_CORE);
    Object.assign(target, { headers: scene.headers, path: target.path ?? PATH });
    if (name.startsWith('nginx') || target === targets.direct) continue;
    await refuses(name, target);
  }
  return { targets, stop: () => Promise.all(stops.map((stop) => stop())) };
}

async function startNode(file, { url, jwksUrl, issuer, audience }) {
  const { child, told } = await start(new URL(file, import.meta.url), {
    NODE_ENV: 'production',
    UPSTREAM_URL: url,
    JWKS_URL: jwksUrl,
    ISSUER: issuer,
    AUDIENCE: audience,
  });
  return { url: `http://127.0.0.1:${told.port}`, pid: child.pid, stop: () => child.kill() };
}

/** A proxy that lets everybody in would be fast. */
async function refuses(name, { url, path, headers }) {
  const forged =
    headers.authorization.slice(0, -4) + (headers.authorization.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  const { status } = await fetch(url + path, { headers: { ...headers, authorization: forged } });
  if (status !== 401) throw new Error(`${name} answered ${status} to a forged token`);
}
