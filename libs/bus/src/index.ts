export * from './attach-bus.js';
export * from './redis.js';
export { tellRedis } from './redis-metrics.js';
export * from './settings.js';
export * from './signing/questions.js';
export { MessageKeys, Signer } from './signing/signatures.js';
export * from './transport/bus-context.js';
export * from './transport/on-message.js';
