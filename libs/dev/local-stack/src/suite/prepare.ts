import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connected } from '../postgres/connected.js';
import { repositoryRoot } from '../project.js';
import { SetupError } from '../setup-error.js';
import { lastWords } from './last-words.js';
import { spawnNode } from './service-process.js';
import { databaseNames } from './suite-environment.js';

const compileCache = join(repositoryRoot, '.local', 'compile-cache');

/**
 * Runs a service's `prepare.js`: database, role, migrations, demo rows. `onStarted` receives how to end it
 * early.
 */
export async function prepare(
  name: string,
  file: string,
  env: Readonly<Record<string, string>>,
  onStarted: (stop: () => void) => void,
): Promise<void> {
  // For this short command alone: a service would keep what the cache gives it in memory for good.
  const child = spawnNode(file, { NODE_COMPILE_CACHE: compileCache, ...env });
  onStarted(() => void child.kill('SIGKILL'));
  const output = Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code === 0) return;
  const lines = (await output).join('').trim().split('\n');
  throw new SetupError(
    `The database of ${name} could not be prepared (${signal ?? `exit code ${code}`}): ${lastWords(lines)}`,
  );
}

/** Removes the databases and roles of a suite from a server that stays. */
export async function removeDatabases(databaseUrl: string, prefix: string): Promise<void> {
  await connected(databaseUrl, async (client) => {
    for (const { database, roles } of databaseNames(prefix)) {
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(database)} WITH (FORCE)`);
      for (const role of roles) await client.query(`DROP ROLE IF EXISTS ${client.escapeIdentifier(role)}`);
    }
  });
}
