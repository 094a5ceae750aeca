import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../project.js';
import type { AppName } from './apps.js';
import type { Suite } from './start-suite.js';

type Operated = Extract<AppName, 'identity' | 'accounts'>;

/** Where the services keep their commands. */
const programs: Record<Operated, string> = {
  identity: 'dist/operations/cli/identity-program.js',
  accounts: 'dist/cli/accounts-program.js',
};

/**
 * Runs a command of an operator for a service of the suite, and resolves with the document it prints. Throws
 * when it fails. In this process, since one of its own would take most of its time to load the service.
 */
export async function operate(
  { commandEnvironment }: Pick<Suite, 'commandEnvironment'>,
  service: Operated,
  ...args: string[]
  // biome-ignore lint/suspicious/noExplicitAny: each command has a document of its own
): Promise<any> {
  const folder = join(repositoryRoot, 'apps', service);
  const platform = createRequire(join(folder, 'package.json')).resolve('@safety/platform/operator');
  const [{ runCommand }, { [`${service}Program`]: program }] = await Promise.all(
    [platform, join(folder, programs[service])].map((file) => import(pathToFileURL(file).href)),
  );
  const [printed, errors]: [string[], string[]] = [[], []];
  const into = (lines: string[]) => (line: string) => void lines.push(line);
  const environment = commandEnvironment[service];
  const code = await runCommand(program, [...args, '--json'], environment, into(printed), into(errors));
  if (code !== 0) throw new Error(`${service} ${args[0]}: ${errors.join(' ')}`);
  return JSON.parse(printed.join('\n'));
}
