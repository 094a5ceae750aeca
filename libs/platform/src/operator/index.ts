export * from './command.js';
export * from './program.js';
