import { runPrepare } from '@safety/persistence';
import { readSettings } from '@safety/platform';
import { demoSettingsSchema } from './config.js';
import { addDemo } from './demo/demo.js';
import { migrations } from './migrations/index.js';

await runPrepare({
  name: 'identity',
  migrations,
  demo: (serviceUrl, env) => addDemo(serviceUrl, readSettings(demoSettingsSchema, env)),
});
