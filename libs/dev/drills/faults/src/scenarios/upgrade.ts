import { execFile } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type AppName, appNames, type Suite } from '@safety/local-stack';
import type { Testbed } from '../testbed.js';
import { restartedInTurn } from './processes.js';
import type { Scenario } from './scenario.js';

/** A built release: the folder of its repository. */
export interface Release {
  name: string;
  root: string;
}

const WITHIN_MS = 900_000;
/** `minReadySeconds` of the deployments. */
const STAYS_READY_MS = 6_000;
/** Of what a program said last. */
const MOST_CHARACTERS = 1_000;

/**
 * Services behind the gateway first: they answer what the earlier gateway asks, and what the next one asks.
 */
const inOrder: AppName[] = [...appNames.filter((app) => app !== 'gateway'), 'gateway'];

/**
 * Lets a service start from a release from now on: `appsDir` of the suite holds links to folders of releases.
 */
export function useRelease(appsDir: string, app: AppName, { root }: Release): void {
  const link = join(appsDir, app);
  rmSync(link, { force: true });
  symlinkSync(join(root, 'apps', app), link);
}

/** Nothing but the load, until the code of the processes is compiled: no new pod gets all of it at once. */
export const served = (seconds: number): Scenario => ({
  name: `nothing but load for ${seconds} s`,
  concerns: appNames,
  happen: () => delay(seconds * 1_000),
});

/**
 * Prepares the databases by another release, while the services of the one before serve, and replaces process
 * by process. Both releases' clients walk their journey on the way. Nobody may notice.
 */
export const upgraded = (appsDir: string, from: Release, to: Release): Scenario => ({
  name: `upgrade from ${from.name} to ${to.name}`,
  concerns: [],
  ends: appNames,
  withinMs: WITHIN_MS,
  happen: async (testbed) => {
    for (const app of inOrder) await prepare(testbed.suite, app, to);
    await walk(testbed.suite, from);
    await replace(testbed, appsDir, inOrder, from, to);
    await walk(testbed.suite, to);
  },
});

/** The way back: the databases stay as they are. */
export const rolledBack = (appsDir: string, from: Release, to: Release): Scenario => ({
  name: `rollback from ${from.name} to ${to.name}`,
  concerns: [],
  ends: appNames,
  withinMs: WITHIN_MS,
  happen: async (testbed) => {
    await replace(testbed, appsDir, inOrder.toReversed(), from, to);
    await walk(testbed.suite, to);
  },
});

/** Half of the services are of one release and half of the other when the clients of the older one walk. */
async function replace(
  testbed: Testbed,
  appsDir: string,
  order: AppName[],
  from: Release,
  to: Release,
): Promise<void> {
  for (const [index, app] of order.entries()) {
    if (index === order.length / 2) await walk(testbed.suite, from);
    useRelease(appsDir, app, to);
    await restartedInTurn(app, STAYS_READY_MS).happen(testbed, () => undefined);
  }
}

async function prepare(suite: Suite, app: AppName, { name, root }: Release): Promise<void> {
  const address = suite.environment[app]['DATABASE_URL'];
  if (address === undefined) return;
  const owner = new URL(suite.databaseUrl);
  owner.pathname = new URL(address).pathname;
  await node(`The preparation of ${app} by ${name}`, root, [join(root, 'apps', app, 'dist', 'prepare.js')], {
    ...suite.commandEnvironment[app],
    MIGRATION_DATABASE_URL: owner.href,
    DEMO: 'true',
  });
}

/** The journey of an integrator, of a release. Those of roles count rows, which the load goes on adding. */
async function walk(suite: Suite, { name, root }: Release): Promise<void> {
  const journey = JSON.stringify(join(root, 'libs/dev/demo-journey/dist/index.js'));
  const url = JSON.stringify(suite.url);
  const program = `const { runJourney } = await import(${journey}); await runJourney({ url: ${url}, report: console.log });`;
  await node(`The demo of ${name}`, root, ['--input-type=module', '--eval', program], {});
}

async function node(what: string, root: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Options that name packages are found from the folder of a service.
  await promisify(execFile)(process.execPath, args, { cwd: join(root, 'apps', 'training'), env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${what}: ${`${stdout}${stderr}`.trim().slice(-MOST_CHARACTERS)}`);
    },
  );
}
