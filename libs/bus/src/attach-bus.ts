import type { INestApplication } from '@nestjs/common';
import { LOGGER, type Logger, SETTINGS, Tracing } from '@safety/platform';
import type { BusSettings } from './settings.js';
import { BusServer, type BusServerOptions } from './transport/bus-server.js';

/** The memory of a service, in its database, of what it has applied. */
export type BusMemory = Pick<BusServerOptions, 'once' | 'together' | 'positions'>;

/** Attaches the bus to a service: its handlers of messages run from then on. */
export function attachBus(app: INestApplication, group: string, memory: BusMemory = {}): void {
  const { REDIS_URL, BUS_PUBLIC_KEYS } = app.get<BusSettings>(SETTINGS);
  const logger = app.get<Logger>(LOGGER);
  app.connectMicroservice({
    strategy: new BusServer({
      redisUrl: REDIS_URL,
      publicKeys: BUS_PUBLIC_KEYS,
      group,
      logger,
      tracing: app.get(Tracing),
      ...memory,
    }),
  });
}
