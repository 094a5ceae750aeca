import { addressesSetting, baseSettings } from '@safety/platform';
import { z } from 'zod';

/** Settings of a service that checks access tokens. */
export const accessSettings = {
  IDENTITY_URL: addressesSetting.describe(
    'Internal addresses of identity, comma-separated, for its public keys.',
  ),
  ACCOUNTS_URL: addressesSetting.describe(
    'Internal addresses of accounts, comma-separated, for memberships.',
  ),
};

export const accessSettingsSchema = z.object({ AUTH_URL: baseSettings.AUTH_URL, ...accessSettings });
export type AccessSettings = z.infer<typeof accessSettingsSchema>;
