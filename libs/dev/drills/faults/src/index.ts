export * from './drill.js';
export * from './scenarios/index.js';
export type { Scenario } from './scenarios/scenario.js';
export { type Release, rolledBack, served, upgraded, useRelease } from './scenarios/upgrade.js';
export { startTestbed, type Testbed } from './testbed.js';
