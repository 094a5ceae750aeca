import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GuardedServer } from '../processes/guarded-server.js';
import { answers, reservePort } from '../processes/ports.js';
import { SetupError } from '../setup-error.js';
import { throwAwayFolder } from '../throw-away-folder.js';
import { installRedis } from './install-redis.js';
import { installedRedis } from './installed-redis.js';

/** A Redis of a spec, on a port of 127.0.0.1. */
export interface RedisProcess {
  readonly port: number;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 20_000;

/**
 * Starts an installed Redis with these options, and installs one where there is none. It keeps nothing. With
 * a certificate it speaks TLS alone.
 */
export function startRedisProcess(options: Readonly<Record<string, string>>): Promise<RedisProcess> {
  return start((folder, port) => {
    const ports =
      'tls-cert-file' in options ? { port: '0', 'tls-port': String(port) } : { port: String(port) };
    const all = { ...ports, bind: '127.0.0.1', dir: folder, save: '', ...options };
    return Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  });
}

/** Starts a Sentinel with these lines of its configuration; with a certificate it speaks TLS alone. */
export function startSentinel(lines: readonly string[]): Promise<RedisProcess> {
  return start((folder, port) => {
    const file = join(folder, 'sentinel.conf');
    const isEncrypted = lines.some((line) => line.startsWith('tls-cert-file '));
    const ports = isEncrypted ? ['port 0', `tls-port ${port}`] : [`port ${port}`];
    writeFileSync(file, [...ports, 'bind 127.0.0.1', `dir ${folder}`, ...lines, ''].join('\n'));
    return [file, '--sentinel'];
  });
}

async function start(argsOf: (folder: string, port: number) => string[]): Promise<RedisProcess> {
  const command = installedRedis(process.env['PATH']) ?? (await installRedis(process.env));
  const folder = throwAwayFolder();
  const { port, release } = await reservePort();
  const server = GuardedServer.start(
    { command, args: argsOf(folder, port), stopSignal: 'SIGTERM', removeAfter: folder },
    join(folder, 'log'),
  );
  for (const end = Date.now() + START_WITHIN_MS; !(await answers(port)); await sleep(10))
    if (!server.running || Date.now() > end) throw new SetupError(`Redis did not start: ${server.lastWords}`);
  return {
    port,
    stop: async () => {
      await server.stop();
      await release();
    },
  };
}
