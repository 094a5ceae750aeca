import { attachBus } from '@safety/bus';
import { busPositions } from '@safety/bus/outbox';
import type { ServiceOptions } from '@safety/platform';
import { DataSource } from 'typeorm';
import { type IdentitySettings, identitySettingsSchema } from './config.js';
import { acceptForms } from './form-body.js';
import { mountProvider } from './provider/mount.js';

/** How the service is built: the same when it serves and under test. */
export const identityService: ServiceOptions<IdentitySettings> = {
  name: 'identity',
  settings: identitySettingsSchema,
  // Clients and browsers speak forms here, not the versioned JSON API.
  jsonApi: false,
  setup: (app) => {
    acceptForms(app);
    mountProvider(app);
    attachBus(app, 'identity', { positions: busPositions(app.get(DataSource)) });
  },
};
