// The statements of a request, as its service sends them.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A folder for the sockets of the services, and the environment that makes them listen there. */
export function tapEnvironment(env) {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  const tap = `--import=${new URL('./tap.mjs', import.meta.url).href}`;
  return {
    env: {
      ...env,
      STATEMENTS_FOLDER: folder,
      NODE_OPTIONS: [env.NODE_OPTIONS, tap].filter(Boolean).join(' '),
    },
    remove: () => rmSync(folder, { recursive: true }),
    /** The statements that a service sends while `work` is done. */
    during: async (pid, work) => {
      const socketPath = join(folder, `${pid}.sock`);
      await ask(socketPath, '/start');
      await work();
      return JSON.parse(await ask(socketPath, '/stop'));
    },
  };
}

const ask = (socketPath, path) =>
  new Promise((resolve, reject) => {
    request({ socketPath, path }, (answer) => resolve(text(answer)))
      .on('error', reject)
      .end();
  });
