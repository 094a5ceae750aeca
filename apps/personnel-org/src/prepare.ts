import { runPrepare } from '@safety/persistence';
import { addDemoOrganisation } from './demo/demo-organisation.js';
import { migrations } from './migrations/index.js';

await runPrepare({ name: 'personnel-org', migrations, demo: addDemoOrganisation });
