// A peer as a process of its own, with a database of its own on the server of the suite.
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { MissingPeer } from './missing.mjs';

const STARTS_WITHIN_MS = 180_000;

/** Makes an empty database, owned by a user of that name, and says how to reach it. */
export async function databaseFor(suite, name) {
  const admin = new pg.Client({ connectionString: suite.databaseUrl });
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  await admin.end();
  const url = new URL(suite.databaseUrl);
  Object.assign(url, { username: name, password: name, pathname: `/${name}` });
  return url;
}

/** Runs a command of a peer to its end, and tells its last words when it fails. */
export function runOnce(file, args, options) {
  try {
    execFileSync(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  } catch (cause) {
    const words = `${cause.stdout}${cause.stderr}`.trim().slice(-400);
    throw new MissingPeer(`${args.at(-1)} of it failed: ${words}`, { cause });
  }
}

/** Starts a peer; resolves once `ready` answers. */
export async function startProgram(file, args, options, ready) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      words = (words + data).slice(-400);
    });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  };
  for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await delay(200)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(ready).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return { pid: child.pid, stop };
  }
  await stop();
  throw new MissingPeer(`it does not start: ${words.trim()}`);
}
