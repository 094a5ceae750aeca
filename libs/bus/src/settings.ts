import { z } from 'zod';
import { redisAddress } from './redis-address.js';
import { publicKeysSetting, signingKeySetting } from './signing/read-keys.js';

/** Settings of a service that reads the bus. */
export const busSettings = {
  REDIS_URL: redisAddress.describe(
    'Redis or Valkey, or its Sentinels, as the user of this service; the fast path between services, never the record.',
  ),
  BUS_PUBLIC_KEYS: publicKeysSetting.describe(
    'Keys that messages on the bus are believed by: <service>:<base64>, comma-separated, several of a service while they change.',
  ),
};

/** Settings of a service that publishes on the bus, too. */
export const publishingSettings = {
  ...busSettings,
  BUS_SIGNING_KEY: signingKeySetting.describe(
    'Signs what this service publishes: base64 of 32 bytes. The public half is in BUS_PUBLIC_KEYS of every service.',
  ),
};

export const busSettingsSchema = z.object(busSettings);
export type BusSettings = z.infer<typeof busSettingsSchema>;
export const publishingSettingsSchema = z.object(publishingSettings);
export type PublishingSettings = z.infer<typeof publishingSettingsSchema>;
