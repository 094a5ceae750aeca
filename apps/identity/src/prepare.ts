import { runPrepare } from '@safety/persistence';
import { addDemo } from './demo/demo.js';
import { migrations } from './migrations/index.js';

await runPrepare({ name: 'identity', migrations, demo: addDemo });
