export * from './consume-events.js';
export * from './inbox.js';
export * from './inbox.migration.js';
export * from './outbox.js';
export * from './outbox.migration.js';
export * from './outbox.module.js';
