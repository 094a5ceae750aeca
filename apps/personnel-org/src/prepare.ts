import { runPrepare } from '@safety/persistence';
import { readSettings } from '@safety/platform';
import { encryptionSettingsSchema } from './config.js';
import { addDemoOrganisation } from './demo/demo-organisation.js';
import { sealPlainMembers } from './encryption/seal-plain-members.js';
import { migrations } from './migrations/index.js';

await runPrepare({
  name: 'personnel-org',
  migrations,
  settle: (owner, env) =>
    sealPlainMembers(owner, readSettings(encryptionSettingsSchema, env).KEY_ENCRYPTION_KEY),
  demo: addDemoOrganisation,
});
