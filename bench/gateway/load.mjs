// The two ways of asking: as much as a proxy takes, and at an even pace whatever it answers.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findExecutable } from '@safety/local-stack';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { atPace } from '../common/pace.mjs';

const CONNECTIONS = 50;
const OK = 200;
const wrk = findExecutable(['wrk'], process.env.PATH);

/** The load generator: `wrk` takes far less of the core that it shares with the upstream. */
export const loadProgram = wrk ? 'wrk' : 'autocannon';

/** Requests a second that a target answers to 50 connections. Throws when it refuses any. */
export async function saturate({ url, path, headers }, seconds) {
  const { perSecond, wrong } = wrk
    ? await withWrk(url + path, headers, seconds)
    : await withAutocannon(url + path, headers, seconds);
  if (wrong > 0) throw new Error(`${url}${path} refused ${wrong} requests`);
  return perSecond;
}

/** The same by autocannon alone: each request has the next of these headers. */
export async function saturateInTurn({ url, path }, headersOfEach, duration) {
  let next = 0;
  const setupRequest = (request) => ({ ...request, headers: headersOfEach[next++ % headersOfEach.length] });
  const { requests, non2xx, errors } = await autocannon({
    url: url + path,
    connections: CONNECTIONS,
    duration,
    requests: [{ setupRequest }],
  });
  if (non2xx + errors > 0) throw new Error(`${url}${path} refused ${non2xx + errors} requests`);
  return requests.average;
}

async function withWrk(url, headers, seconds) {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)(wrk, [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    ...lines,
    url,
  ]);
  const number = (pattern) => Number(pattern.exec(stdout)?.[1] ?? 0);
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+)/.exec(stdout)?.slice(1) ?? [];
  return {
    perSecond: number(/Requests\/sec:\s*([\d.]+)/),
    wrong: broken.reduce((sum, count) => sum + Number(count), number(/Non-2xx or 3xx responses: (\d+)/)),
  };
}

async function withAutocannon(url, headers, duration) {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  return { perSecond: requests.average, wrong: non2xx + errors };
}

/**
 * Begins `perSecond` requests each second, whether those before are answered or not; resolves to the
 * milliseconds that each took, and to how many were refused.
 */
export async function pace({ url, path, headers }, perSecond, seconds) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const took = [];
  let refused = 0;
  const ask = async () => {
    const begun = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.dump();
    if (statusCode !== OK) refused++;
    took.push(performance.now() - begun);
  };
  await atPace(perSecond, seconds, ask);
  await pool.close();
  return { took, refused };
}
