// npx pnpm identity <command>: the command line of identity, for the suite that runs in this checkout, or for the one that
// DATABASE_URL and the other settings of identity name.
import './check-node.mjs';
import { compile } from './steps.mjs';

if (!(await compile({ quietly: true }))) process.exit(1);
const { localEnvironment } = await import('../libs/local-stack/dist/index.js');
const { identityCommand } = await import('../apps/identity/dist/cli/identity-command.js');
const line = (stream) => (text) => stream.write(`${text}\n`);
const env = process.env.DATABASE_URL ? process.env : { ...process.env, ...localEnvironment('identity') };
const args = process.argv.slice(2).filter((argument) => argument !== '--');
if (!env.DATABASE_URL && !args.some((argument) => ['--help', '-h', 'help'].includes(argument))) {
  process.stderr.write('No suite runs in this checkout: npx pnpm start runs one.\n');
  process.exit(1);
}
const code = await identityCommand(args, env, line(process.stdout), line(process.stderr));
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
