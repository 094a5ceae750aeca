export * from './document.js';
export * from './handlers.js';
export * from './problem-codes.js';
