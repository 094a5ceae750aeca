// Keycloak and Directus beside the suite, in rounds that take turns, by what a second of CPU does: see
// README.md. Linux alone, it reads /proc.
import { startSuite } from '@safety/local-stack';
import { demand } from '../common/goals.mjs';
import { measureIdentity } from './identity.mjs';
import { measureLists } from './lists.mjs';
import { MissingPeer } from './missing.mjs';
import { usageOf } from './usage.mjs';

const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS ?? 5);
const GOAL = 1;
const NO_LIMIT = '10000000';

const known = { keycloak: measureIdentity, directus: measureLists };
const asked = process.env.PARTS?.split(',') ?? Object.keys(known);
const unknown = asked.filter((part) => !known[part]);
if (unknown.length > 0)
  throw new Error(`PARTS: no ${unknown.join(', ')} among ${Object.keys(known).join(', ')}`);

const suite = await startSuite({
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  settings: {
    gateway: Object.fromEntries(
      ['ADDRESS', 'CLIENT', 'USER', 'COMPANY'].map((name) => [`RATE_LIMIT_${name}`, NO_LIMIT]),
    ),
  },
});
try {
  const usage = await usageOf(suite);
  for (const part of asked) {
    try {
      const table = await known[part](suite, usage, { rounds, seconds });
      table.print();
      for (const [kind, ratio] of Object.entries(table.medians()))
        demand(`${kind}: at least as many in a second of CPU as ${part}`, ratio >= GOAL);
    } catch (error) {
      if (!(error instanceof MissingPeer)) throw error;
      console.log(`${part} is left out: ${error.message}.`);
    }
  }
} finally {
  await suite.stop();
}
