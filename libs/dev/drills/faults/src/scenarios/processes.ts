import { setTimeout as delay } from 'node:timers/promises';
import type { AppName, Suite } from '@safety/local-stack';
import { concernedBy, HOLD_MS, type Scenario } from './scenario.js';
import { until } from './until.js';

const CRAWLS_FOR_MS = 3_000;
const STEP_MS = 20;
const STANDS_MS = 180;
/** Longer than the gateway waits for an answer. */
const TOO_LONG_MS = 12_000;

const replicasOf = (suite: Suite, app: AppName): number[] => [...suite.replicaUrls[app].keys()];

const signal = (suite: Suite, app: AppName, name: NodeJS.Signals): void => {
  for (const replica of replicasOf(suite, app)) suite.kill(app, name, replica);
};

/** Every process of a service is gone at once. */
export const killed = (app: AppName): Scenario => ({
  name: `kill -9 ${app}`,
  concerns: concernedBy(app),
  ends: [app],
  rounds: 20,
  happen: async ({ suite }) => signal(suite, app, 'SIGKILL'),
});

/** One process is gone, by turns; the others stand in for it. */
export const oneKilled = (app: AppName): Scenario => {
  let turn = 0;
  return {
    name: `kill -9 one of two ${app}`,
    // The requests that it worked on are lost, and a write with a body cannot be sent again by anybody but
    // the client.
    concerns: [app],
    ends: [app],
    rounds: 4,
    happen: async ({ suite }) => suite.kill(app, 'SIGKILL', turn++ % replicasOf(suite, app).length),
  };
};

export const hung = (app: AppName, forMs = HOLD_MS): Scenario => ({
  name: `${app} hangs for ${forMs / 1_000} s`,
  concerns: concernedBy(app),
  happen: async ({ suite }) => {
    signal(suite, app, 'SIGSTOP');
    await delay(forMs);
    signal(suite, app, 'SIGCONT');
  },
});

export const hungTooLong = (app: AppName): Scenario => hung(app, TOO_LONG_MS);

/** It gets a tenth of its time. */
export const slowed = (app: AppName): Scenario => ({
  name: `${app} is slow`,
  concerns: concernedBy(app),
  happen: async ({ suite }) => {
    for (const end = performance.now() + CRAWLS_FOR_MS; performance.now() < end; ) {
      signal(suite, app, 'SIGSTOP');
      await delay(STANDS_MS);
      signal(suite, app, 'SIGCONT');
      await delay(STEP_MS);
    }
  },
});

/**
 * Each process in turn is told to stop, and started again, as an update does it. Nobody may notice.
 *
 * @param staysReadyMs how long a process has been ready before the next one stops
 */
export const restartedInTurn = (app: AppName, staysReadyMs = 0): Scenario => ({
  name: `rolling restart of ${app}`,
  concerns: [],
  ends: [app],
  happen: async ({ suite }) => {
    for (const replica of replicasOf(suite, app)) {
      const before = suite.pid(app, replica);
      suite.kill(app, 'SIGTERM', replica);
      await until(
        `${app} stopped and started again`,
        () => ![before, undefined].includes(suite.pid(app, replica)),
        30_000,
      );
      await suite.ready(app);
      await delay(staysReadyMs);
    }
  },
});
