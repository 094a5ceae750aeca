import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '../project.js';
import type { AppName } from './apps.js';
import type { Suite } from './start-suite.js';

const run = promisify(execFile);

/**
 * Runs a command of an operator for a service of the suite, and resolves with the document it prints. Throws
 * when it fails.
 */
export async function operate(
  { commandEnvironment }: Pick<Suite, 'commandEnvironment'>,
  service: Extract<AppName, 'identity' | 'accounts'>,
  ...args: string[]
  // biome-ignore lint/suspicious/noExplicitAny: each command has a document of its own
): Promise<any> {
  // Where an operator is in the container of the service.
  const cwd = `${repositoryRoot}/apps/${service}`;
  const command = ['dist/cli.js', ...args, '--json'];
  const { stdout } = await run(process.execPath, command, { cwd, env: commandEnvironment[service] });
  return JSON.parse(stdout);
}
