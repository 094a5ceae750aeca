import './check-node.mjs';
import { all, boundaries, compile, lint, manifests } from './steps.mjs';

process.exitCode = (await all(compile, lint, boundaries, manifests)) ? 0 : 1;
