import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { busSettingsOfTests } from '@safety/testing';
import {
  authUrl,
  type IdentityUnderTest,
  keyEncryptionKey,
  type Replica,
  withoutOtherServices,
} from './identity-under-test.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));

/** The provider as operating systems know it: a process of its own. */
export interface IdentityProcess extends Pick<Replica, 'fetch' | 'url'> {
  child: ChildProcess;
  /** The lines of its log that warn or tell of errors; complete once it has ended. */
  complaints: string[];
  /** Sends the signal and resolves with the exit code; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The environment of a process of the service, on the database of `provider`. */
export const processEnv = (provider: IdentityUnderTest): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  PORT: '0',
  LOG_FORMAT: 'json',
  AUTH_URL: authUrl,
  DATABASE_URL: provider.database.serviceUrl,
  REDIS_URL: process.env['REDIS_URL'],
  ...busSettingsOfTests('identity'),
  KEY_ENCRYPTION_KEY: keyEncryptionKey,
  ...withoutOtherServices,
});

/** Starts `dist/main.js` on the database of `provider`; resolves when it listens. */
export async function startIdentityProcess(
  provider: IdentityUnderTest,
  env: NodeJS.ProcessEnv = {},
): Promise<IdentityProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...processEnv(provider), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const complaints = complaintsOf(child);
  const url = `http://127.0.0.1:${await portOf(child)}`;
  return {
    child,
    url,
    complaints,
    fetch: (address, init = {}) => {
      const { pathname, search } = new URL(address, authUrl);
      return fetch(url + pathname + search, { redirect: 'manual', ...init });
    },
    end: async (signal) => {
      if (child.exitCode !== null) return child.exitCode;
      const exited = once(child, 'close');
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

function complaintsOf(child: ChildProcess): string[] {
  const complaints: string[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const { level = '' } = JSON.parse(line) as { level?: string };
    if (['warn', 'error', 'fatal'].includes(level)) complaints.push(line);
  });
  return complaints;
}

function portOf(child: ChildProcess): Promise<number> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const written: string[] = [];
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const { msg, port } = JSON.parse(line) as { msg?: string; port?: number };
      if (msg === 'service: listening' && port !== undefined) resolve(port);
      else written.push(line);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${written.join('\n')}`)));
  });
}
