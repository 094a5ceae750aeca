export * from './document.js';
export * from './handlers.js';
