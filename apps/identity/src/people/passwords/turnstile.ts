import { unavailable } from '@safety/platform';

/**
 * How much the latest of all durations counts in their running mean: the first one, in a cold process, says
 * little.
 */
const LATEST_WEIGHT = 0.1;

/** Lets a few through at a time, lets some wait, and turns the rest away at once with 503. */
export class Turnstile {
  private running = 0;
  private meanWorkMs = 0;
  /** Those who are preferred go first, and have a waiting room of their own. */
  private readonly preferred: (() => void)[] = [];
  private readonly others: (() => void)[] = [];

  /**
   * @param mostWaiting in each waiting room
   * @param longestWaitMs who would wait longer, by the mean of what the work took before, is turned away
   */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly longestWaitMs = Number.POSITIVE_INFINITY,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async pass<Result>(work: () => Promise<Result>, preferred = false): Promise<Result> {
    if (this.running < this.atOnce) this.running += 1;
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

  private wait(room: (() => void)[]): Promise<void> {
    const ahead = room === this.preferred ? room.length : this.preferred.length + this.others.length;
    const waitMs = ((ahead + 1) * this.meanWorkMs) / this.atOnce;
    if (room.length >= this.mostWaiting || waitMs > this.longestWaitMs)
      return Promise.reject(unavailable(new Error('Too many sign-ins wait')));
    return new Promise((resolve) => room.push(resolve));
  }

  private remember(workMs: number): void {
    this.meanWorkMs += (workMs - this.meanWorkMs) * LATEST_WEIGHT;
  }
}
