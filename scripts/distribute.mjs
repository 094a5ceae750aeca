// npx --yes pnpm distribute <service>: prints the statements that distribute the tables of a service by
// company, of the suite that runs in this checkout or of the database in DATABASE_URL. It changes nothing.
import './check-node.mjs';
import { spawnSync } from 'node:child_process';
import { compile } from './steps.mjs';

if (!(await compile({ quietly: true }))) process.exit(1);
const { localEnvironment } = await import('../libs/dev/local-stack/dist/index.js');
const [service] = process.argv.slice(2).filter((argument) => argument !== '--');
const env = process.env.DATABASE_URL ? process.env : { ...process.env, ...localEnvironment(service) };
if (!env.DATABASE_URL) {
  process.stderr.write(
    'Name a service of the suite that runs in this checkout: hazards-events, personnel-org or training.\n',
  );
  process.exit(2);
}
const program = new URL('../libs/persistence/dist/distribution/cli.js', import.meta.url).pathname;
const { status } = spawnSync(process.execPath, [program], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
