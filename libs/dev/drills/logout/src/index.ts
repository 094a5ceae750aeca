export * from './application.js';
export * from './dead-letters.js';
export * from './logout-receiver.js';
export * from './refusal.js';
export * from './replay-round.js';
export * from './restart-gateway.js';
export * from './sign-out-round.js';
export * from './testbed.js';
