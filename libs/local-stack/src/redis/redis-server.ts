import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalServer } from '../local-server.js';
import { GuardedServer } from '../processes/guarded-server.js';
import { stopLeftover } from '../processes/leftover.js';
import { answers, reservePort } from '../processes/ports.js';
import { projectName, repositoryRoot } from '../project.js';
import { SetupError } from '../setup-error.js';

/** Starts an installed Redis on a free port of 127.0.0.1, with its data in `<dataDir>/redis` or without persistence. */
export async function startRedisServer(program: string, dataDir: string | undefined): Promise<LocalServer> {
  const folder =
    dataDir === undefined ? mkdtempSync(join(tmpdir(), `${projectName}-test-`)) : join(dataDir, 'redis');
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
    throw new SetupError(`Redis did not start: ${words}`);
  }
  server.keepRunning();
  return { url: `redis://127.0.0.1:${port}`, origin: basename(program), stop };
}

/** Ends the Redis that a killed run left in this data folder. Its command line shows the port, not the folder. */
export async function stopLeftoverRedis(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'redis');
  await stopLeftover(
    join(folder, 'redis.pid'),
    `127.0.0.1:${lastPort(join(folder, 'redis.port'))}`,
    'SIGTERM',
  );
}

/** The Redis that a start of this checkout runs, or ran last; undefined when it never started one. */
export function localRedisUrl(): string | undefined {
  const port = lastPort(join(repositoryRoot, '.local', 'redis', 'redis.port'));
  return port === 'unknown' ? undefined : `redis://127.0.0.1:${port}`;
}

function lastPort(portFile: string): string {
  try {
    return readFileSync(portFile, 'utf8');
  } catch {
    return 'unknown';
  }
}
