// npx --yes pnpm identity <command>, the same of accounts and personnel-org: the command line of a service,
// for the suite that runs in this checkout, or for the one that DATABASE_URL (of accounts
// OPERATOR_DATABASE_URL) and the other settings of the service name.
import './check-node.mjs';
import { spawnSync } from 'node:child_process';
import { compile } from './steps.mjs';

if (!(await compile({ quietly: true }))) process.exit(1);
const { localEnvironment, withWholePaths } = await import('../libs/dev/local-stack/dist/index.js');
const [service, ...args] = process.argv.slice(2).filter((argument) => argument !== '--');
// DATABASE_URL alone may be that of `npx --yes pnpm start`: an administrator of the server.
const { DATABASE_URL, OPERATOR_DATABASE_URL, BUS_PUBLIC_KEYS } = process.env;
const given = OPERATOR_DATABASE_URL || (DATABASE_URL && BUS_PUBLIC_KEYS);
const env = { ...withWholePaths(process.env), ...(given ? {} : await localEnvironment(service)) };
if (!given && !env.DATABASE_URL && !args.some((argument) => ['--help', '-h', 'help'].includes(argument))) {
  process.stderr.write('No suite runs in this checkout: npx --yes pnpm start runs one.\n');
  process.exit(1);
}
// Where it runs in the container of the service: its environment names modules that are found from there.
const cwd = new URL(`../apps/${service}/`, import.meta.url);
const { status } = spawnSync(process.execPath, ['dist/cli.js', ...args], { cwd, env, stdio: 'inherit' });
process.exitCode = status ?? 1;
