import { addressSetting, baseSettings } from '@safety/platform';
import { z } from 'zod';

/** Settings of a service that checks access tokens. */
export const accessSettings = {
  IDENTITY_URL: addressSetting.describe('Internal address of identity, for its public keys.'),
  ACCOUNTS_URL: addressSetting.describe('Internal address of accounts, for memberships.'),
};

export const accessSettingsSchema = z.object({ AUTH_URL: baseSettings.AUTH_URL, ...accessSettings });
export type AccessSettings = z.infer<typeof accessSettingsSchema>;
