import './check-node.mjs';
import { all, boundaries, compile, lint } from './steps.mjs';

process.exitCode = (await all(compile, lint, boundaries)) ? 0 : 1;
