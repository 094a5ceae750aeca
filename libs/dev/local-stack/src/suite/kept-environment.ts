import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../project.js';
import type { RedisUser } from '../redis/users.js';
import { eachApp } from './apps.js';
import { isHeld } from './data-dir.js';
import { commandEnvironment, redisUrlOf, type SuiteSettings, suiteEnvironment } from './suite-environment.js';

const fileIn = (dataDir: string): string => join(dataDir, 'environment.json');

/**
 * Writes down what the services of a running suite are told, for commands that work beside them, and for
 * people where its Redis is. Readable by the current user only, as the secrets are. Answers how to forget it.
 */
export function keepEnvironment(dataDir: string, settings: SuiteSettings): () => void {
  const file = fileIn(dataDir);
  // Of the caller's settings those that commands go by too: the rest is nobody's business.
  const { LOGOUT_ALLOWED_HOSTS, ACCOUNTS_API_URL, BASE_URL } = settings.inherited ?? {};
  const inherited = { LOGOUT_ALLOWED_HOSTS, ACCOUNTS_API_URL, BASE_URL };
  const services = suiteEnvironment({ ...settings, inherited });
  // A command shows no mailbox. At a public address it would be refused, since SMTP_URL is nobody's business.
  const { DEMO: _, ...identity } = services.identity;
  const environment = {
    ...eachApp((name) => ({ ...services[name], ...commandEnvironment(name, settings) })),
    identity,
    operator: { REDIS_URL: redisUrlOf('operator', settings) },
  };
  writeFileSync(file, `${JSON.stringify(environment, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * The environment of a service, or of people, of the suite that runs in a data folder, by default this
 * checkout's; undefined while none does, also where it was killed and has left its file.
 */
export async function localEnvironment(
  name: RedisUser,
  dataDir = join(repositoryRoot, '.local'),
): Promise<Record<string, string> | undefined> {
  try {
    // Root may work beside the suite of somebody else.
    if (!(await isHeld(dataDir, statSync(fileIn(dataDir)).uid))) return undefined;
    const all = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Record<
      RedisUser,
      Record<string, string>
    >;
    return all[name];
  } catch {
    return undefined;
  }
}
