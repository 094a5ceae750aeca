import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Logger } from '../logging/logger.token.js';

const THREADS = '/proc/self/task';
/** Those in which V8 marks garbage and compiles, as Node names them. */
const HELPER = 'V8Worker\n';

/**
 * Gives V8's helper threads a lower priority than the thread that answers: on a core that they share, a
 * request waits up to ten milliseconds for them otherwise. Linux alone gives threads a priority each; where
 * it may not be lowered, it stays.
 */
export function requestsFirst(logger: Logger): void {
  if (process.platform !== 'linux') return;
  try {
    lowerHelpers();
  } catch (err) {
    logger.warn({ err }, 'requests-first: helper threads keep their priority');
  }
}

function lowerHelpers(): void {
  for (const thread of readdirSync(THREADS)) {
    if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8') === HELPER)
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  }
}
