import './check-node.mjs';
import { compile } from './steps.mjs';

if (!(await compile())) process.exit(1);
const { demoCommand } = await import('../libs/dev/demo-journey/dist/index.js');
await demoCommand(process.env);
