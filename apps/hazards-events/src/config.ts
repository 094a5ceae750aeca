import { accessSettings } from '@safety/auth-guard';
import { publishingSettings } from '@safety/bus';
import { cursorSettings, databaseSettings } from '@safety/persistence';
import { baseSettings, publicAddressSettings, publicBesideAuth } from '@safety/platform';
import { z } from 'zod';

/** Everything hazards-events reads from its environment. */
export const settingsSchema = z
  .object({
    ...baseSettings,
    ...publicAddressSettings,
    ...databaseSettings,
    ...publishingSettings,
    ...accessSettings,
    ...cursorSettings,
  })
  .check(publicBesideAuth);
