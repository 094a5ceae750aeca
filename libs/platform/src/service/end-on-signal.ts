const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** As shells tell of a process that SIGTERM has ended. */
const TERMINATED = 143;

/**
 * Ends the process at once when it is told to, until the function that is returned is called. For a process
 * that has nothing to finish, or what the next one repeats: Linux ignores a signal without a handler for the
 * first process of a container, which would be waited for until it is killed.
 */
export function endOnSignal(): () => void {
  const end = () => process.exit(TERMINATED);
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
