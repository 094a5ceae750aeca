import { consumeMessages } from '@safety/bus/outbox';
import { runService } from '@safety/platform';
import { settingsSchema } from './config.js';
import { PersonnelOrgModule } from './personnel-org.module.js';

await runService(PersonnelOrgModule, {
  name: 'personnel-org',
  settings: settingsSchema,
  setup: consumeMessages,
});
