import './check-node.mjs';
import { all, boundaries, compile, counts, lint, manifests, nodes, prose, writes } from './steps.mjs';

process.exitCode = (await all(compile, lint, prose, boundaries, counts, writes, nodes, manifests)) ? 0 : 1;
