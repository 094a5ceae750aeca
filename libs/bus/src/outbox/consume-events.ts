import type { INestApplication } from '@nestjs/common';
import { attachBus } from '../attach-bus.js';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import { Inbox } from './inbox.js';

/** Attaches the bus to a service with company rows; pass it to `runService` as `setup`. */
export function consumeEvents(app: INestApplication): void {
  attachBus(app, app.get<BusOptions>(BUS_OPTIONS).service, app.get(Inbox).once);
}
