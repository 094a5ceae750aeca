import './check-node.mjs';
import { compile } from './steps.mjs';

process.exitCode = (await compile()) ? 0 : 1;
