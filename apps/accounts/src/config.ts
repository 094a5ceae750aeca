import { accessSettings } from '@safety/auth-guard';
import { publishingSettings } from '@safety/bus';
import { cursorSettings, databaseSettings } from '@safety/persistence';
import { baseSettings, publicAddressSettings } from '@safety/platform';
import { z } from 'zod';

/** Everything accounts reads from its environment. */
export const settingsSchema = z.object({
  ...baseSettings,
  ...publicAddressSettings,
  ...databaseSettings,
  ...publishingSettings,
  ...cursorSettings,
  // The guard asks the own database for memberships, so there is no address to ask.
  IDENTITY_URL: accessSettings.IDENTITY_URL,
});
