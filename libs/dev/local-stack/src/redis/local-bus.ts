import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../project.js';
import { localEnvironment } from '../suite/kept-environment.js';
import { keptSecrets } from '../suite/secrets.js';
import { lastPortOf } from './redis-server.js';
import { urlOfUser } from './service-users.js';

/**
 * The Redis of the suite that runs in this checkout, or the last that a start ran itself, for
 * `npx --yes pnpm bus`. Undefined when there is neither.
 */
export function localBusUrl(dataDir = join(repositoryRoot, '.local')): string | undefined {
  const running = localEnvironment('operator', dataDir);
  if (running) return running['REDIS_URL'];
  const port = lastPortOf(dataDir);
  if (port === undefined || !existsSync(join(dataDir, 'secrets.json'))) return undefined;
  const users = { prefix: '', passwords: keptSecrets(dataDir).redisPasswords };
  return urlOfUser(`redis://127.0.0.1:${port}`, 'operator', users);
}
