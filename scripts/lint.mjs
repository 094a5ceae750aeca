import './check-node.mjs';
import { all, check, compile } from './steps.mjs';

process.exitCode = (await all(compile, check)) ? 0 : 1;
