import { runPrepare } from '@safety/persistence';
import { readSettings } from '@safety/platform';
import { encryptionSettingsSchema } from './config.js';
import { addDemoOrganisation } from './demo/demo-organisation.js';
import { CreateOrgStructures1790000000001 } from './migrations/1790000000001-create-org-structures.js';
import { migrations } from './migrations/index.js';

await runPrepare({
  name: 'personnel-org',
  migrations,
  first: CreateOrgStructures1790000000001,
  demo: (serviceUrl, env) =>
    addDemoOrganisation(serviceUrl, readSettings(encryptionSettingsSchema, env).KEY_ENCRYPTION_KEY),
});
