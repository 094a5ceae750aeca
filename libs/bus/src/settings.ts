import { z } from 'zod';

/** Settings of a service on the bus. */
export const busSettings = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .describe('Redis or Valkey; the fast path between services, never the record.'),
};

export const busSettingsSchema = z.object(busSettings);
export type BusSettings = z.infer<typeof busSettingsSchema>;
