import { runPrepare } from '@safety/persistence';
import { readSettings } from '@safety/platform';
import { leaveAuditDays } from './audit/leave-audit-days.js';
import { demoSettingsSchema, ownerSettingsSchema } from './config.js';
import { CreateKeys1700000001001 } from './migrations/1700000001001-create-keys.js';
import { migrations } from './migrations/index.js';
import { addDemo } from './operations/demo/demo.js';

await runPrepare({
  name: 'identity',
  migrations,
  first: CreateKeys1700000001001,
  settle: (owner, env) => leaveAuditDays(owner, readSettings(ownerSettingsSchema, env)),
  demo: (serviceUrl, env) => addDemo(serviceUrl, readSettings(demoSettingsSchema, env)),
});
