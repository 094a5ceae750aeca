import { prepareSettings } from '@safety/persistence';
import { describeDeployment } from '@safety/testing/deployment';
import { z } from 'zod';
import { encryptionSettings, settingsSchema } from './config.js';

describeDeployment('personnel-org', {
  settings: settingsSchema,
  prepare: z.object({ ...prepareSettings, ...encryptionSettings }),
});
