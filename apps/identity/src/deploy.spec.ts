import { prepareSettings } from '@safety/persistence';
import { describeDeployment } from '@safety/testing/deployment';
import { z } from 'zod';
import { demoSettingsSchema, identitySettingsSchema, ownerSettingsSchema } from './config.js';

describeDeployment('identity', {
  settings: identitySettingsSchema,
  prepare: z.object(prepareSettings).extend(demoSettingsSchema.shape).extend(ownerSettingsSchema.shape),
});
