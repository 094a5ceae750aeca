import './check-node.mjs';
import { compile } from './steps.mjs';

if (!(await compile())) process.exit(1);
const { startCommand } = await import('../libs/dev/local-stack/dist/index.js');
await startCommand(process.argv.slice(2), process.env);
