const LENGTH = 500;
const TIMES = 64;
/** A shorter time is not told apart from none. */
const LEAST_MS = 0.05;
const ATTEMPTS = 8;

/**
 * Whether the time of `read` grows no faster than its input. With 64 times the input, linear time is some 64
 * times as long, and quadratic time 4096 times. The bound is 512, eight times away from both. Each length
 * counts with its best time of the processor, so that a busy machine fails nothing.
 */
export function growsLinearly(read: (input: string) => unknown, input: (length: number) => string): boolean {
  const [short, long] = [input(LENGTH), input(LENGTH * TIMES)];
  let [shortMs, longMs] = [timeOf(read, short), Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    shortMs = Math.min(shortMs, timeOf(read, short));
    longMs = Math.min(longMs, timeOf(read, long));
    if (longMs < Math.max(shortMs, LEAST_MS) * TIMES * Math.sqrt(TIMES)) return true;
  }
  return false;
}

function timeOf(read: (input: string) => unknown, input: string): number {
  const before = process.threadCpuUsage();
  try {
    read(input);
  } catch {
    // Refused, in whatever time it took.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
