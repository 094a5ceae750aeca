import { z } from 'zod';
import { tracingSettings } from '../tracing/settings.js';
import { wholeNumber } from './whole-number.js';

const address = (error = 'has to be an address with http:// or https://') =>
  z.url({ protocol: /^https?$/, error }).transform((url) => url.replace(/(?<!\/)\/+$/, ''));

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether an address leads nowhere but to the machine itself. */
export const isOfThisMachine = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** An address that clients use: passwords and tokens go there, so that HTTP is for one's own machine. */
const publicAddress = address().refine((url) => url.startsWith('https:') || isOfThisMachine(url), {
  error: 'must be https: unless its host is localhost',
  abort: true,
});

const USUAL_PORT = /^(?:(http:.+):80|(https:.+):443)$/;

/**
 * OpenID Connect libraries refuse an issuer that is not the very address where it is discovered. Browsers and
 * libraries leave the usual port out of addresses.
 */
const publicOrigin = publicAddress
  .transform((url) => url.replace(USUAL_PORT, '$1$2'))
  .refine((url) => new URL(url).origin === url, {
    error:
      'has to be an origin in lower case and ASCII, such as https://safety.example: no path, query or user',
  });

/** The gateway serves an API below this path; a proxy before it may take another path away before that. */
const publicAddressOf = (path: `/${string}`) =>
  publicAddress.refine((url) => !/[?#@]/.test(url) && new URL(url).pathname.endsWith(path), {
    error: `has to end with ${path}, such as https://safety.example${path}: no query, fragment or user`,
  });

/** Settings that every service has. */
export const baseSettings = {
  PORT: wholeNumber(0, 65_535).describe('TCP port to listen on; 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('TCP port of /metrics; 0 takes a free one. Without it nothing is measured.'),
  TLS_KEY_FILE: z
    .string()
    .optional()
    .describe('PEM file of the key for HTTPS; without it HTTP is spoken, for a proxy that ends TLS.'),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('PEM file of the certificate for HTTPS and its chain; read again when it changes.'),
  AUTH_URL: publicOrigin
    .default('http://localhost:8080')
    .describe('Public origin of the identity provider; the issuer is this with /auth.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('auto is pretty in a terminal, else JSON.'),
  REQUEST_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(10_000)
    .describe('Milliseconds in which a request has to arrive, its body included; then it is 408.'),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 60_000)
    .default(0)
    .describe('Milliseconds between failing readiness and refusing connections on SIGTERM.'),
  SHUTDOWN_GRACE_MS: wholeNumber(100, 600_000)
    .default(20_000)
    .describe(
      'Milliseconds after that in which the service ends; requests are cut off after three quarters of it.',
    ),
  ...tracingSettings,
};

export const baseSettingsSchema = z.object(baseSettings);
export type BaseSettings = z.infer<typeof baseSettingsSchema>;
export type LogSettings = Pick<BaseSettings, 'LOG_LEVEL' | 'LOG_FORMAT'>;

/** Settings of a service that answers clients below a public address. */
export const publicAddressSettings = {
  ACCOUNTS_API_URL: publicAddressOf('/accounts')
    .default('http://localhost:8080/accounts')
    .describe('Public address of the accounts API, which ends with /accounts.'),
  BASE_URL: publicAddressOf('/api')
    .default('http://localhost:8080/api')
    .describe('Public address of the business API, which ends with /api.'),
};

type PublicAddresses = Pick<BaseSettings, 'AUTH_URL'> & Record<keyof typeof publicAddressSettings, string>;

/** A forgotten address would lead clients to their own machine, with what they send there. */
export const publicBesideAuth = z.superRefine<PublicAddresses>((settings, context) => {
  if (isOfThisMachine(settings.AUTH_URL)) return;
  for (const name of ['ACCOUNTS_API_URL', 'BASE_URL'] as const) {
    const message = 'has to be a public address, since AUTH_URL is one';
    if (isOfThisMachine(settings[name])) context.addIssue({ code: 'custom', path: [name], message });
  }
});

/** Paths of the service are put behind it, and pools of connections take nothing but an origin. */
const internalAddress = address(
  'has to be an address with http:// or https://, or several with one comma between them',
).refine((url) => !/[?#@]/.test(url) && new URL(url).pathname === '/', {
  error: 'has to be an origin, such as http://training:8080: no path, query, fragment or user',
});

/**
 * Internal HTTP addresses without a trailing slash: one for each process of a service, or one that stands for
 * all of them.
 */
export const addressesSetting = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(internalAddress).min(1));
