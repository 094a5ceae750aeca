import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** Resolves as soon as `condition` holds; throws when it does not within a minute. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('What the test waits for did not happen');
    await delay(LOOK_EVERY_MS);
  }
}
