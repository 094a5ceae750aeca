import { runPrepare } from '@safety/persistence';
import { addDemoRows } from './demo/demo-rows.js';
import { migrations } from './migrations/index.js';

await runPrepare({ name: 'hazards-events', migrations, demo: addDemoRows });
