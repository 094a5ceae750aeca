/**
 * Resolves once `work` has, or after so many milliseconds, when it goes on alone. Rejects as it does. A time
 * that is over waits no more.
 */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, ms));
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
