import { prepareSettings } from '@safety/persistence';
import { describeDeployment } from '@safety/testing/deployment';
import { z } from 'zod';
import { operatorSettings, settingsSchema } from './config.js';

describeDeployment('accounts', {
  settings: settingsSchema,
  prepare: z.object({ ...prepareSettings, ...operatorSettings }),
});
