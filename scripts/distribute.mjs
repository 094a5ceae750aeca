// npx --yes pnpm distribute <service>: prints the statements that distribute the tables of a service by
// company, of the suite that runs in this checkout or of the database in DATABASE_URL. It changes nothing.
import './check-node.mjs';
import { compile } from './steps.mjs';

if (!(await compile({ quietly: true }))) process.exit(1);
const { distributeCommand } = await import('../libs/dev/local-stack/dist/index.js');
const { code, out, err } = await distributeCommand(process.argv.slice(2), process.env);
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
