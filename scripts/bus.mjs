import './check-node.mjs';
import { compile } from './steps.mjs';

if (!(await compile({ quietly: true }))) process.exit(1);
const { localBusUrl } = await import('../libs/dev/local-stack/dist/index.js');
process.env.REDIS_URL ||= (await localBusUrl()) ?? '';
await import('../libs/bus/dist/operate/cli.js');
