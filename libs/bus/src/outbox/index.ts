// The first: it decides what TypeORM loads.
import '@safety/persistence';

export * from './bus-positions.js';
export * from './consume-messages.js';
export * from './inbox.js';
export * from './inbox.migration.js';
export * from './outbox.js';
export * from './outbox.migrations.js';
export * from './outbox.module.js';
export { generationOf } from './outbox-rows.js';
