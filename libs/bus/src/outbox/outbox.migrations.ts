import type { Migration } from '@safety/persistence';
import { CreateBusPositions1700000000005 } from './bus-positions.migration.js';
import { CreateBusGeneration1700000000030 } from './generation.migration.js';
import { OrderOutbox1700000000004 } from './order-outbox.migration.js';
import { CreateOutbox1700000000002 } from './outbox.migration.js';

/** The tables of the bus, for the migrations of every service that publishes. */
export const outboxMigrations: readonly Migration[] = [
  CreateOutbox1700000000002,
  OrderOutbox1700000000004,
  CreateBusPositions1700000000005,
  CreateBusGeneration1700000000030,
];
