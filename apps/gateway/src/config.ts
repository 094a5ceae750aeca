import { accessSettings } from '@safety/auth-guard';
import { busSettings } from '@safety/bus';
import { CONNECTIONS_TO_PROCESS, LONGEST_ANSWER_MS } from '@safety/contracts';
import {
  addressesSetting,
  baseSettings,
  publicAddressSettings,
  publicBesideAuth,
  wholeNumber,
} from '@safety/platform';
import { z } from 'zod';
import { allowedOriginsSetting } from './cors/allowed-origins.js';
import { trustedProxiesSetting } from './trusted-proxies.js';

const requestsPerMinute = (standard: number) => wholeNumber(1, 10_000_000).default(standard);

const settings = z.object({
  ...baseSettings,
  ...publicAddressSettings,
  ...busSettings,
  ...accessSettings,
  HAZARDS_EVENTS_URL: addressesSetting.describe('Internal addresses of hazards-events, comma-separated.'),
  PERSONNEL_ORG_URL: addressesSetting.describe('Internal addresses of personnel-org, comma-separated.'),
  TRAINING_URL: addressesSetting.describe('Internal addresses of training, comma-separated.'),
  UPSTREAM_BUDGET_MS: wholeNumber(100, LONGEST_ANSWER_MS)
    .default(LONGEST_ANSWER_MS)
    .describe('Milliseconds a service has to begin its answer, and between two pieces of it.'),
  UPSTREAM_CONNECTIONS: wholeNumber(1, 4096)
    .default(CONNECTIONS_TO_PROCESS)
    .describe('Connections to each process of a service at most; slow clients keep a quarter of them.'),
  UPSTREAM_WAITING: wholeNumber(0, 65_536)
    .default(256)
    .describe(
      'Requests that may wait for a connection to a process, within their budget; further ones are 503 at once.',
    ),
  TRUSTED_PROXIES: trustedProxiesSetting.describe(
    'Proxies of ours before the gateway, by number or by address; only they are believed in X-Forwarded-For and X-Forwarded-Proto.',
  ),
  CORS_ALLOWED_ORIGINS: allowedOriginsSetting.describe(
    'Origins whose pages may call the APIs from a browser, comma-separated; none by default.',
  ),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 65_536)
    .default(0)
    .describe(
      'Connections that one address, of IPv6 one /56, may have at once; 0 for any number, as behind a proxy.',
    ),
  RATE_LIMIT_USER: requestsPerMinute(300).describe(
    'Requests a minute of one user of one client: a share of what the others of the company may use too.',
  ),
  RATE_LIMIT_COMPANY: requestsPerMinute(600).describe('Requests a minute of one client in one company.'),
  RATE_LIMIT_CLIENT: requestsPerMinute(6000).describe(
    'Requests a minute of one client, or of all of one company, in companies; as many that enter none.',
  ),
  RATE_LIMIT_ADDRESS: requestsPerMinute(1200).describe(
    'Requests a minute of one address, of IPv6 one /56, without a good token: sign-in, token requests, refusals.',
  ),
  DOCS_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Public client that people sign in with at /docs; its redirect URI is {AUTH_URL}/docs/oauth2-redirect.html.',
    ),
});

/** Everything the gateway reads from its environment. */
export const gatewaySettingsSchema = settings
  .check(publicBesideAuth)
  .refine(
    ({ AUTH_URL, TLS_CERT_FILE, TRUSTED_PROXIES }) =>
      AUTH_URL.startsWith('http:') || TLS_CERT_FILE !== undefined || TRUSTED_PROXIES !== 0,
    {
      path: ['TRUSTED_PROXIES'],
      message: 'names the proxy that ends TLS, where AUTH_URL is HTTPS and there is no TLS_CERT_FILE',
    },
  );

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
