import { runPrepare } from '@safety/persistence';
import { addDemoAccounts } from './demo/demo-accounts.js';
import { migrations } from './migrations/index.js';

await runPrepare({ name: 'accounts', migrations, demo: addDemoAccounts });
