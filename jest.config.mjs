import { availableParallelism } from 'node:os';

/**
 * Jest runs what tsc has compiled, and Node loads it: no second compiler or loader that understands the
 * sources differently.
 */
export default {
  testMatch: ['<rootDir>/{apps,libs,libs/dev,libs/dev/drills}/*/dist/**/*.spec.js'],
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  runtime: '<rootDir>/scripts/jest/runtime.mjs',
  injectGlobals: false,
  transform: {},
  watchman: false,
  // Jest would need a folder that TMPDIR names, before the setup finds one.
  cacheDirectory: '<rootDir>/.local/jest',
  modulePathIgnorePatterns: ['<rootDir>/\\.local/', '<rootDir>/deploy/'],
  globalSetup: '<rootDir>/scripts/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/scripts/jest/global-teardown.mjs',
  reporters: [
    'default',
    '<rootDir>/scripts/jest/count-reporter.mjs',
    '<rootDir>/scripts/jest/declared-problems.mjs',
  ],
  testSequencer: '<rootDir>/scripts/jest/sequencer.mjs',
  // Four on two cores, as spec files often wait. Each has a logical database of Redis, of which an unchanged
  // server has 0 to 15.
  maxWorkers: Math.min(15, Math.max(4, Math.floor(availableParallelism() / 2))),
  // Native modules of a spec file that has ended stay in memory.
  workerIdleMemoryLimit: '1GB',
  // They all end at once, and give back what they have loaded: more than the usual half second on two cores.
  workerGracefulExitTimeout: 10_000,
  // Generous: a slow machine is not a failing test.
  testTimeout: 300_000,
};
