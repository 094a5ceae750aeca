import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalServer } from '../local-server.js';
import { didNotStart, GuardedServer } from '../processes/guarded-server.js';
import { stopLeftover } from '../processes/leftover.js';
import { answers, reservePort } from '../processes/ports.js';
import { resetHint, SetupError } from '../setup-error.js';
import { throwAwayFolder } from '../throw-away-folder.js';
import { hashed } from './users.js';

/**
 * Starts an installed Redis on a free port of 127.0.0.1, with its data in `<dataDir>/redis` or without
 * persistence. With a password nobody gets in without one, and users that are added are there after a crash.
 */
export async function startRedisServer(
  program: string,
  dataDir: string | undefined,
  password: string | undefined,
): Promise<LocalServer> {
  const folder = dataDir === undefined ? throwAwayFolder() : join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (dataDir !== undefined) await stopLeftoverRedis(dataDir);
  const { port, release } = await reservePort();
  writeFileSync(join(folder, 'redis.port'), String(port));
  const args = Object.entries({
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    pidfile: join(folder, 'redis.pid'),
    save: '',
    appendonly: dataDir === undefined ? 'no' : 'yes',
    ...(password !== undefined && { aclfile: newAclFile(folder, password) }),
  }).flatMap(([name, value]) => [`--${name}`, value]);
  const removeAfter = dataDir === undefined ? folder : undefined;
  const logFile = dataDir === undefined ? join(folder, 'log') : join(dataDir, 'redis.log');
  const server = GuardedServer.start({ command: program, args, stopSignal: 'SIGTERM', removeAfter }, logFile);
  const stop = async (): Promise<void> => {
    await server.stop();
    await release();
  };
  for (const end = Date.now() + 20_000; !(await answers(port)); await sleep(25)) {
    if (server.running && Date.now() < end) continue;
    const words = server.lastWords;
    await stop();
    throw new SetupError(didNotStart('Redis', words, dataDir === undefined ? undefined : resetHint));
  }
  server.keepRunning();
  const credential = password === undefined ? '' : `:${password}@`;
  return { url: `redis://${credential}127.0.0.1:${port}`, origin: basename(program), stop };
}

/**
 * Ends the Redis that a killed run left in this data folder. Its command line shows the port, not the folder.
 */
export async function stopLeftoverRedis(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'redis');
  await stopLeftover(join(folder, 'redis.pid'), `127.0.0.1:${lastPortOf(dataDir) ?? 'unknown'}`, 'SIGTERM');
}

/** A file, not an argument: the arguments of a process are for everybody to read. */
function newAclFile(folder: string, password: string): string {
  const file = join(folder, 'users.acl');
  // The server adds the others, under its own permissions for new files.
  rmSync(file, { force: true });
  writeFileSync(file, `user default on ${hashed(password)} ~* &* +@all\n`, { mode: 0o600 });
  return file;
}

/** The port of the Redis that was started last with this data folder. */
export function lastPortOf(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'redis', 'redis.port'), 'utf8');
  } catch {
    return undefined;
  }
}
