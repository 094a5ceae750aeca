import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/** Waits for something to become true. Throws `what` when it does not within `limitMs`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  for (const end = performance.now() + limitMs; !(await isSo()); await delay(LOOK_EVERY_MS)) {
    if (performance.now() > end) throw new Error(`Not within ${limitMs} ms: ${what}`);
  }
}

/** Throws `what` when it is not so. */
export function must(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`It is not so: ${what}`);
}
