import './check-node.mjs';
import { compile } from './steps.mjs';

if (!(await compile())) process.exit(1);
const { localRedisUrl } = await import('../libs/local-stack/dist/index.js');
const { busCommand } = await import('../libs/bus/dist/operate/bus-command.js');
const env = { ...process.env, REDIS_URL: process.env.REDIS_URL || localRedisUrl() };
process.exitCode = await busCommand(process.argv.slice(2), env, console.log, console.error);
