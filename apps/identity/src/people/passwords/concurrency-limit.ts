import { unavailable } from '@safety/platform';

/**
 * How much the latest of all durations counts in their running mean: the first one, in a cold process, says
 * little.
 */
const LATEST_WEIGHT = 0.1;

/** Runs a few pieces of work at a time, lets some wait, and refuses the rest immediately with 503. */
export class ConcurrencyLimit {
  private running = 0;
  private meanWorkMs = 0;
  /** Preferred work goes first, and waits in a queue of its own. */
  private readonly preferred: (() => void)[] = [];
  private readonly others: (() => void)[] = [];

  /**
   * @param mostWaiting in each queue
   * @param longestWaitMs work that would wait longer, by the mean of earlier work, is refused
   */
  constructor(
    private readonly concurrency: number,
    private readonly mostWaiting: number,
    private readonly longestWaitMs = Number.POSITIVE_INFINITY,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async run<Result>(work: () => Promise<Result>, preferred = false): Promise<Result> {
    if (this.running < this.concurrency) this.running += 1;
    else await this.wait(preferred ? this.preferred : this.others);
    const startedAt = this.now();
    try {
      return await work();
    } finally {
      this.remember(this.now() - startedAt);
      const next = this.preferred.shift() ?? this.others.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(queue: (() => void)[]): Promise<void> {
    const ahead = queue === this.preferred ? queue.length : this.preferred.length + this.others.length;
    const waitMs = ((ahead + 1) * this.meanWorkMs) / this.concurrency;
    if (queue.length >= this.mostWaiting || waitMs > this.longestWaitMs)
      return Promise.reject(unavailable(new Error('Too many sign-ins wait')));
    return new Promise((resolve) => queue.push(resolve));
  }

  private remember(workMs: number): void {
    this.meanWorkMs += (workMs - this.meanWorkMs) * LATEST_WEIGHT;
  }
}
