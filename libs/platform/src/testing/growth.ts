const LENGTH = 500;
const TIMES = 64;
/** A shorter time is not told apart from none. */
const LEAST_MS = 0.05;
const ATTEMPTS = 8;

/**
 * Whether the time of `read` grows no faster than its input. With 64 times the input, linear time is some 64
 * times as long, and quadratic time 4096 times. The bound is 512, eight times away from both. Each length
 * counts with its best time, the long one with that of the processor, whose clock is too coarse for the short
 * one: a busy machine, or one that stands still, fails nothing.
 */
export function growsLinearly(read: (input: string) => unknown, input: (length: number) => string): boolean {
  const [short, long] = [input(LENGTH), input(LENGTH * TIMES)];
  let [shortMs, longMs] = [timeOf(() => read(short)).clockMs, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    shortMs = Math.min(shortMs, timeOf(() => read(short)).clockMs);
    longMs = Math.min(longMs, timeOf(() => read(long)).processorMs);
    if (longMs < Math.max(shortMs, LEAST_MS) * TIMES * Math.sqrt(TIMES)) return true;
  }
  return false;
}

function timeOf(read: () => unknown): { clockMs: number; processorMs: number } {
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  try {
    read();
  } catch {
    // Refused, in whatever time it took.
  }
  const { user, system } = process.threadCpuUsage(before);
  return { clockMs: performance.now() - startedAt, processorMs: (user + system) / 1_000 };
}
