import type { Migration } from '@safety/persistence';
import { OrderOutbox1700000000004 } from './order-outbox.migration.js';
import { CreateOutbox1700000000002 } from './outbox.migration.js';

/** The table that facts wait in, for the migrations of every service that publishes. */
export const outboxMigrations: readonly Migration[] = [CreateOutbox1700000000002, OrderOutbox1700000000004];
