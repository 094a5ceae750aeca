import { join } from 'node:path';
import { repositoryRoot } from '../project.js';
import { localEnvironment } from '../suite/kept-environment.js';
import { hasSecrets, keptSecrets } from '../suite/secrets.js';
import { lastPortOf } from './redis-server.js';
import { urlOfUser } from './service-users.js';

/**
 * The Redis of the suite that runs in this checkout, or the last that a start ran itself, for
 * `npx --yes pnpm bus`. Undefined when there is neither.
 */
export async function localBusUrl(dataDir = join(repositoryRoot, '.local')): Promise<string | undefined> {
  const running = await localEnvironment('operator', dataDir);
  if (running) return running['REDIS_URL'];
  const port = lastPortOf(dataDir);
  if (port === undefined || !hasSecrets(dataDir)) return undefined;
  const users = { prefix: '', passwords: keptSecrets(dataDir).redisPasswords };
  return urlOfUser(`redis://127.0.0.1:${port}`, 'operator', users);
}
