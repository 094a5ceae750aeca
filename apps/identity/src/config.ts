import { publishingSettings } from '@safety/bus';
import { languages } from '@safety/contracts';
import { databaseSettings } from '@safety/persistence';
import {
  addressesSetting,
  baseSettings,
  decodes,
  isOfThisMachine,
  keyListSetting,
  NOT_DECODED,
  wholeNumber,
} from '@safety/platform';
import { z } from 'zod';
import { smtpQuery } from './smtp-query.js';

/** As addresses have it: another form, such as one with `https://` or `*`, would count for nothing. */
function isHostOfAddress(text: string): boolean {
  const url = text.includes('*') ? null : URL.parse(`http://${text}`);
  return url !== null && [url.hostname, `${url.hostname}:${url.port || '80'}`].includes(text);
}

const hostList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((host) => host.trim().toLowerCase() || []))
  .refine((hosts) => hosts.every(isHostOfAddress), {
    error: 'has to be host:port, or several with commas between them, such as localhost:9090,app.corp:443',
  });

/** A day is a partition, and a look into the trail locks all of them. */
const MAX_RETENTION_DAYS = 400;

const retentionDays = wholeNumber(1)
  .max(MAX_RETENTION_DAYS, {
    error: `has to be ${MAX_RETENTION_DAYS} at most; keep older records outside, as docs/operations/siem.md says`,
  })
  .default(30)
  .describe(
    'Days that records of the audit trail are kept. The preparation sets the least: the service alone drops none of them sooner.',
  );

/** The settings of mails. */
const mailSettings = {
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'has to be an address with smtp:// or smtps://, such as smtp://user:password@host:587',
      abort: true,
    })
    .refine(decodes, { error: NOT_DECODED })
    .check(smtpQuery)
    .optional()
    .describe(
      'The mail server: smtp://user:password@host:587 (STARTTLS; ?requireTLS=true insists on it) or smtps://…:465. Without it no mail is sent.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/@/, { error: 'Must contain an e-mail address.' })
    .optional()
    .describe('The sender of mails: an address, or Name <address>. Goes with SMTP_URL.'),
  MAIL_LANGUAGE: z
    .enum(languages)
    .default('en')
    .describe('The language of invitations: whoever is invited has not shown theirs yet.'),
  DEMO: z
    .stringbool()
    .default(false)
    .describe(
      'Without SMTP_URL, mails are shown at /auth/demo/mailbox, to everybody: only where AUTH_URL is of this machine.',
    ),
};

/** Everything identity reads from its environment. */
export const identitySettingsSchema = z
  .object({
    ...baseSettings,
    ...databaseSettings,
    ...publishingSettings,
    KEY_ENCRYPTION_KEY: keyListSetting.describe(
      'Encrypts the private keys in the database and short-lived values: base64 of 32 bytes. Several with commas between them: the first encrypts, all decrypt.',
    ),
    KEY_ROTATION_DAYS: wholeNumber(0, 365)
      .default(30)
      .describe('Days after which signing and cookie keys get a successor; 0 for never.'),
    AUDIT_RETENTION_DAYS: retentionDays,
    ACCOUNTS_URL: addressesSetting.describe(
      'Internal addresses of accounts, comma-separated: for the console, and for changes while Redis is unavailable.',
    ),
    PERSONNEL_ORG_URL: addressesSetting.describe(
      'Internal addresses of personnel-org, comma-separated, for the org structures in the console.',
    ),
    PASSWORD_GRANT: z
      .enum(['on', 'off'])
      .default('on')
      .describe('off refuses grant_type=password for every client.'),
    SIGN_INS_PER_NETWORK: wholeNumber(1)
      .default(3_000)
      .describe(
        'Sign-ins that one network (/24 of IPv4, /56 of IPv6) begins in half an hour. Each is kept in Redis for so long, 26 KB at most. Pushed requests of a network in a minute are as many, of 32 KB.',
      ),
    LOGOUT_ALLOWED_HOSTS: hostList.describe(
      'host:port of Logout Uris that may be private or loopback, comma-separated; none in production.',
    ),
    ...mailSettings,
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    error: 'SMTP_URL needs a sender',
  })
  .refine(({ AUTH_URL, DEMO, SMTP_URL }) => !DEMO || SMTP_URL !== undefined || isOfThisMachine(AUTH_URL), {
    path: ['DEMO'],
    error: 'shows every link to set a password to everybody; at a public address give it SMTP_URL',
  });

/** The settings that the preparation applies as the owner of the database. */
export const ownerSettingsSchema = z.object({ AUDIT_RETENTION_DAYS: retentionDays });

/** Settings that the demo's clients need beside the database. */
export const demoSettingsSchema = z.object({ AUTH_URL: baseSettings.AUTH_URL });
export type DemoSettings = z.infer<typeof demoSettingsSchema>;

export type IdentitySettings = z.infer<typeof identitySettingsSchema>;
