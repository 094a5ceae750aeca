import { busSettings } from '@safety/bus';
import { databaseSettings } from '@safety/persistence';
import { baseSettings } from '@safety/platform';
import { z } from 'zod';

const KEY_BYTES = 32;

const keySetting = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === KEY_BYTES, { error: `Must be ${KEY_BYTES} bytes in base64.` });

const hostList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((host) => host.trim().toLowerCase() || []));

/** Everything identity reads from its environment. */
export const identitySettingsSchema = z.object({
  ...baseSettings,
  ...databaseSettings,
  ...busSettings,
  KEY_ENCRYPTION_KEY: keySetting.describe('Encrypts the private keys in the database: base64 of 32 bytes.'),
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
