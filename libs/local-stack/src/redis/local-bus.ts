import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../project.js';
import { keptSecrets } from '../suite/secrets.js';
import { lastPortOf } from './redis-server.js';
import { urlOfUser } from './service-users.js';

/**
 * The Redis that a start of this checkout runs, or ran last, for `npx --yes pnpm bus`. Undefined when no
 * start has run one.
 */
export function localBusUrl(dataDir = join(repositoryRoot, '.local')): string | undefined {
  const port = lastPortOf(dataDir);
  if (port === undefined || !existsSync(join(dataDir, 'secrets.json'))) return undefined;
  const users = { prefix: '', passwords: keptSecrets(dataDir).redisPasswords };
  return urlOfUser(`redis://127.0.0.1:${port}`, 'operator', users);
}
