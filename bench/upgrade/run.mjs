// A rolling upgrade from an earlier commit under load, and back again: see README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drill, rolledBack, served, startTestbed, upgraded, useRelease } from '@safety/fault-drill';
import { appNames } from '@safety/local-stack';
import { builtRelease, commitOf, NoRelease } from './releases.mjs';

const WARM_UP_SECONDS = 20;
const MOST_WARM_UPS = 4;

try {
  const from = builtRelease(commitOf(process.env.FROM));
  await upgradeAndBack(from, { name: 'today', root: resolve('.') });
} catch (error) {
  if (!(error instanceof NoRelease)) throw error;
  console.log(`upgrade: skipped, ${error.message}.`);
}

async function upgradeAndBack(from, to) {
  const appsDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
  for (const app of appNames) useRelease(appsDir, app, from);
  // Servers of its own, as the faults have.
  const env = { ...process.env, DATABASE_URL: '', REDIS_URL: '', TEST_CONTAINERS: 'false' };
  const testbed = await startTestbed({
    env: { ...env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' },
    replicas: Object.fromEntries(appNames.map((app) => [app, 2])),
    appsDir,
    ...(process.env.LOG_LEVEL && { onOutput: (line) => console.error(line) }),
  });
  try {
    if (!(await warmedUp(testbed))) {
      console.log('upgrade: not measured, as the load alone fails on this machine. Give it less to do.');
      process.exitCode = 1;
      return;
    }
    for (const scenario of [upgraded(appsDir, from, to), rolledBack(appsDir, to, from)])
      say(await drill(testbed, scenario));
  } finally {
    await testbed.stop();
    rmSync(appsDir, { recursive: true });
  }
}

/** Whether the load alone fails nowhere in the end: else its failures would be the upgrade's. */
async function warmedUp(testbed) {
  for (let tries = 0; tries < MOST_WARM_UPS; tries++) {
    const finding = await drill(testbed, served(WARM_UP_SECONDS));
    say(finding);
    if (finding.failed === 0) return true;
  }
  return false;
}

function say({ fault, requests, failed, slowestMs, signOuts, takenForMs, offences }) {
  console.log(
    `${fault}: ${requests} requests, ${failed} failed, the slowest ${slowestMs} ms, ${signOuts} sign-outs, of which a token was taken for ${takenForMs} ms`,
  );
  for (const [what, found] of Object.entries(offences)) {
    const list = Array.isArray(found) ? found : found > 0 ? [found] : [];
    if (list.length === 0) continue;
    console.log(`  ${what}: ${list.length}, ${[...new Set(list)].slice(0, 5).join('; ')}`);
    process.exitCode = 1;
  }
}
