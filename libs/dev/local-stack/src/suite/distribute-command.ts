import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../project.js';
import type { RedisUser } from '../redis/users.js';
import { localEnvironment } from './kept-environment.js';

/** The outcome of a command that has ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/**
 * `npx --yes pnpm distribute <service>`: the statements that distribute the tables of a service of the suite
 * that runs in a data folder; without a name, of the database in DATABASE_URL. The rest of the service's
 * environment is for its own process: its NODE_OPTIONS name modules that are found from the folder of the
 * service alone.
 */
export async function distributeCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  dataDir?: string,
): Promise<Ended> {
  const [service, ...more] = args.filter((argument) => argument !== '--');
  const DATABASE_URL = service
    ? (await localEnvironment(service as RedisUser, dataDir))?.['DATABASE_URL']
    : env['DATABASE_URL'];
  if (!DATABASE_URL || more.length > 0) {
    const err =
      'Name one service of the suite that runs in this checkout: hazards-events, personnel-org or training. Without a name, set DATABASE_URL.\n';
    return { code: 2, out: '', err };
  }
  const program = join(repositoryRoot, 'libs', 'persistence', 'dist', 'distribution', 'cli.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { ...env, DATABASE_URL },
    encoding: 'utf8',
  });
  return { code: status ?? 1, out: stdout, err: stderr };
}
