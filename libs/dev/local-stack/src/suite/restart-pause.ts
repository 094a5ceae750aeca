/** A service that stayed up this long is healthy: its next crash counts as the first. */
export const steadyAfterMs = 10_000;

/** Milliseconds to wait before a crashed service starts again: at once, then longer, at most two seconds. */
export function restartPauseMs(crashes: number): number {
  return crashes <= 1 ? 50 : Math.min(2_000, 100 * 2 ** (crashes - 1));
}
