export * from './accounts.js';
export * from './api.js';
export * from './architecture.js';
export * from './database.js';
export * from './eventually.js';
export * from './issuer.js';
export * from './listener.js';
export * from './refusals.js';
