import { setTimeout as delay } from 'node:timers/promises';

const POLL_EVERY_MS = 50;
/** Generous: it is only ever waited out by a test that fails. A Sentinel that got no time rests for 30 s. */
const DEADLINE_MS = 45_000;

/**
 * Repeats a check until it no longer throws and resolves with its result; throws its last error after 45
 * seconds.
 */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
    await delay(POLL_EVERY_MS);
  }
}
