import { runPrepare } from '@safety/persistence';
import { readSettings } from '@safety/platform';
import { operatorSettingsSchema } from './config.js';
import { addDemoAccounts } from './demo/demo-accounts.js';
import { CreateUsers1790000000001 } from './migrations/1790000000001-create-users.js';
import { migrations } from './migrations/index.js';
import { letOperatorIn } from './operator/let-operator-in.js';

await runPrepare({
  name: 'accounts',
  migrations,
  first: CreateUsers1790000000001,
  settle: (owner, env) => letOperatorIn(owner, readSettings(operatorSettingsSchema, env)),
  demo: addDemoAccounts,
});
