import { accessSettings } from '@safety/auth-guard';
import { publishingSettings } from '@safety/bus';
import { cursorSettings, databaseSettings } from '@safety/persistence';
import { baseSettings, keyListSetting, publicAddressSettings, publicBesideAuth } from '@safety/platform';
import { z } from 'zod';

/** The keys that encrypt sensitive members. */
export const encryptionSettings = {
  KEY_ENCRYPTION_KEY: keyListSetting.describe('Wraps the keys of companies; the first wraps, all unwrap.'),
};
export const encryptionSettingsSchema = z.object(encryptionSettings);
export type EncryptionSettings = z.infer<typeof encryptionSettingsSchema>;

/** Everything the command line reads: it tells nobody an address. */
export const commandSettingsSchema = z.object({
  ...baseSettings,
  ...publicAddressSettings,
  ...databaseSettings,
  ...publishingSettings,
  ...accessSettings,
  ...cursorSettings,
  ...encryptionSettings,
});

/** Everything personnel-org reads from its environment. */
export const settingsSchema = commandSettingsSchema.check(publicBesideAuth);
