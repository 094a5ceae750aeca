export * from './drill.js';
export * from './faults.js';
