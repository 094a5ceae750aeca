import { busSettings } from '@safety/bus';
import { databaseSettings } from '@safety/persistence';
import { baseSettings } from '@safety/platform';
import { z } from 'zod';

const KEY_BYTES = 32;

const keyList = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => isKey(key)), {
    error: `Must be ${KEY_BYTES} bytes in base64, or several such keys with commas between them.`,
  })
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]]);

const isKey = (text: string): boolean =>
  z.base64().safeParse(text).success && Buffer.from(text, 'base64').length === KEY_BYTES;

const hostList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((host) => host.trim().toLowerCase() || []));

/** Everything identity reads from its environment. */
export const identitySettingsSchema = z.object({
  ...baseSettings,
  ...databaseSettings,
  ...busSettings,
  KEY_ENCRYPTION_KEY: keyList.describe(
    'Encrypts the private keys in the database: base64 of 32 bytes. Several with commas between them: the first encrypts, all decrypt.',
  ),
  KEY_ROTATION_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe('Days after which signing and cookie keys get a successor; 0 for never.'),
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe('Days that records of the audit trail are kept.'),
  LOGOUT_ALLOWED_HOSTS: hostList.describe(
    'host:port of Logout Uris that may be private or loopback, comma-separated; none in production.',
  ),
});

export type IdentitySettings = z.infer<typeof identitySettingsSchema>;
