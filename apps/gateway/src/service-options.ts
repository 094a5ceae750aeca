import { attachBus } from '@safety/bus';
import type { ServiceOptions } from '@safety/platform';
import { type GatewaySettings, gatewaySettingsSchema } from './config.js';
import { limitConnections } from './limits/limit-connections.js';
import { attachProxy } from './proxy/attach-proxy.js';
import { attachReference } from './reference/attach-reference.js';
import { attachStart } from './start/attach-start.js';
import { requireHttps } from './tls/require-https.js';

/** How the gateway runs. It reads no bodies, so the checks of the JSON API are for the services behind it. */
export const gatewayService: ServiceOptions<GatewaySettings> = {
  name: 'gateway',
  settings: gatewaySettingsSchema,
  jsonApi: false,
  readsBodies: false,
  setup: (app) => {
    limitConnections(app);
    requireHttps(app);
    attachBus(app, 'gateway');
    attachReference(app);
    attachStart(app);
    attachProxy(app);
  },
};
