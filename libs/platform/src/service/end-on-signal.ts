import { constants } from 'node:os';

/** Those that tell a process to stop: of a container, and of a terminal. */
export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Ends the process at once when it is told to, with 128 and the number of the signal as shells have it, until
 * the function that is returned is called. For a process that has nothing to finish, or what the next one
 * repeats: Linux ignores a signal without a handler for the first process of a container, which would be
 * waited for until it is killed.
 */
export function endOnSignal(): () => void {
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  for (const signal of stopSignals) process.on(signal, end);
  return () => {
    for (const signal of stopSignals) process.off(signal, end);
  };
}
