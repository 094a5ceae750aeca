import './check-node.mjs';
import { all, boundaries, compile, counts, lint, manifests, prose } from './steps.mjs';

process.exitCode = (await all(compile, lint, prose, boundaries, counts, manifests)) ? 0 : 1;
