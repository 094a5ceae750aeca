import { setImmediate as turn } from 'node:timers/promises';

/** Tries until `check` holds; how long that may take is for the timeout of the test to say. */
export async function eventually(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await turn();
}
