import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const ONCE_QUIET_MS = 1_000;

/**
 * Gives back, once, what loading the modules has used: V8 keeps a third of a service's resident memory for a burst of
 * garbage that comes only at the start. The young generation grows again as soon as there is load.
 */
export function returnStartupMemory(): void {
  const timer = setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
    collect({ type: 'major', flavor: 'last-resort' });
  }, ONCE_QUIET_MS);
  timer.unref();
}
