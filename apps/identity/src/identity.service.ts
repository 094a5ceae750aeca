import { attachBus } from '@safety/bus';
import type { ServiceOptions } from '@safety/platform';
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
    attachBus(app, 'identity');
  },
};
