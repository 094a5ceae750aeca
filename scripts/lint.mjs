import './check-node.mjs';
import { all, boundaries, compile, counts, lint, manifests } from './steps.mjs';

process.exitCode = (await all(compile, lint, boundaries, counts, manifests)) ? 0 : 1;
