import './check-node.mjs';
import { all, boundaries, compile, counts, lint, manifests, prose, writes } from './steps.mjs';

process.exitCode = (await all(compile, lint, prose, boundaries, counts, writes, manifests)) ? 0 : 1;
