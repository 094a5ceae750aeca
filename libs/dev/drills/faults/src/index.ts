export * from './drill.js';
export type { Fault } from './faults/fault.js';
export * from './faults/index.js';
export { type Ground, prepareGround } from './ground.js';
