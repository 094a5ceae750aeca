import { consumeMessages } from '@safety/bus/outbox';
import type { ServiceOptions } from '@safety/platform';
import type { z } from 'zod';
import { settingsSchema } from './config.js';

/**
 * How the service runs, in production and under test. The bus tells it of org structures, and which keys are
 * withdrawn.
 */
export const accountsService: ServiceOptions<z.infer<typeof settingsSchema>> = {
  name: 'accounts',
  settings: settingsSchema,
  publicAddress: ({ ACCOUNTS_API_URL }) => ACCOUNTS_API_URL,
  setup: consumeMessages,
};
