import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { attachBus } from '../attach-bus.js';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import { busPositions } from './bus-positions.js';
import { Inbox } from './inbox.js';

/** Attaches the bus to a service with company rows; pass it to `runService` as `setup`. */
export function consumeMessages(app: INestApplication): void {
  const positions = busPositions(app.get(DataSource));
  const { once, together } = app.get(Inbox);
  attachBus(app, app.get<BusOptions>(BUS_OPTIONS).service, { once, together, positions });
}
