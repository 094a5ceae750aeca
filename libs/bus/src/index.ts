export * from './attach-bus.js';
export * from './redis.js';
export * from './settings.js';
export * from './transport/bus-context.js';
export * from './transport/on-event.js';
