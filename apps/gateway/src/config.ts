import { accessSettings } from '@safety/auth-guard';
import { busSettings } from '@safety/bus';
import { addressSetting, baseSettings, publicAddressSettings } from '@safety/platform';
import { z } from 'zod';

/** Everything the gateway reads from its environment. */
export const gatewaySettingsSchema = z.object({
  ...baseSettings,
  ...publicAddressSettings,
  ...busSettings,
  ...accessSettings,
  HAZARDS_EVENTS_URL: addressSetting.describe('Internal address of hazards-events.'),
  PERSONNEL_ORG_URL: addressSetting.describe('Internal address of personnel-org.'),
  TRAINING_URL: addressSetting.describe('Internal address of training.'),
  UPSTREAM_BUDGET_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe('Milliseconds a service has to begin its answer, and between two pieces of it.'),
  UPSTREAM_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(4096)
    .default(128)
    .describe('Connections to each service at most; further requests wait within their budget.'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'How many proxies of ours stand before the gateway; only their entries of X-Forwarded-For are kept.',
    ),
});

export type GatewaySettings = z.infer<typeof gatewaySettingsSchema>;

/** The settings that name a service behind the gateway. */
export type UpstreamSetting =
  | 'IDENTITY_URL'
  | 'ACCOUNTS_URL'
  | 'HAZARDS_EVENTS_URL'
  | 'PERSONNEL_ORG_URL'
  | 'TRAINING_URL';

/** The settings that name an address of the suite as clients know it. */
export type PublicAddressSetting = 'AUTH_URL' | 'ACCOUNTS_API_URL' | 'BASE_URL';
