import { randomInt } from 'node:crypto';
import { type ProblemError, unavailable } from '@safety/platform';

/**
 * How much the latest of all durations counts in their running mean: the first one, in a cold process, says
 * little.
 */
const LATEST_WEIGHT = 0.1;

/**
 * While others wait, preferred work has so many turns in a row at most: known devices that sign in without
 * end leave new ones a quarter.
 */
const PREFERRED_IN_A_ROW = 3;

/** Those who are refused come again over so many seconds: together they would be refused again. */
const COME_AGAIN_WITHIN_SECONDS = 4;

/** Runs a few pieces of work at a time, lets some wait, and refuses the rest immediately with 503. */
export class ConcurrencyLimit {
  private running = 0;
  private meanWorkMs = 0;
  private preferredInARow = 0;
  /** Preferred work waits in a queue of its own, and has most of the turns. */
  private readonly preferred: (() => void)[] = [];
  private readonly others: (() => void)[] = [];

  /**
   * @param mostWaiting in each queue
   * @param longestWaitMs work that would wait longer, by the mean of earlier work, is refused at once, and
   * work that has waited longer when its turn comes
   */
  constructor(
    private readonly concurrency: number,
    private readonly mostWaiting: number,
    private readonly longestWaitMs = Number.POSITIVE_INFINITY,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async run<Result>(
    work: () => Promise<Result>,
    preferred = false,
    longestWaitMs = this.longestWaitMs,
  ): Promise<Result> {
    const askedAt = this.now();
    if (this.running < this.concurrency) this.running += 1;
    else await this.wait(preferred ? this.preferred : this.others, longestWaitMs);
    try {
      if (this.now() - askedAt > longestWaitMs) throw tooManyWait();
      return await this.timed(work);
    } finally {
      const next = this.next();
      if (next) next();
      else this.running -= 1;
    }
  }

  private next(): (() => void) | undefined {
    const isForOthers = this.preferred.length === 0 || this.preferredInARow >= PREFERRED_IN_A_ROW;
    if (isForOthers && this.others.length > 0) {
      this.preferredInARow = 0;
      return this.others.shift();
    }
    this.preferredInARow += 1;
    return this.preferred.shift();
  }

  private wait(queue: (() => void)[], longestWaitMs: number): Promise<void> {
    const [mine, theirs] = [queue.length, queue === this.preferred ? this.others : this.preferred];
    const turns =
      queue === this.preferred ? Math.ceil((mine + 1) / PREFERRED_IN_A_ROW) : (mine + 1) * PREFERRED_IN_A_ROW;
    const ahead = mine + Math.min(theirs.length, turns);
    const waitMs = ((ahead + 1) * this.meanWorkMs) / this.concurrency;
    if (queue.length >= this.mostWaiting || waitMs > longestWaitMs) return Promise.reject(tooManyWait());
    return new Promise((resolve) => queue.push(resolve));
  }

  private async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = this.now();
    try {
      return await work();
    } finally {
      this.meanWorkMs += (this.now() - startedAt - this.meanWorkMs) * LATEST_WEIGHT;
    }
  }
}

const tooManyWait = (): ProblemError =>
  unavailable(new Error('Too many passwords wait'), randomInt(1, COME_AGAIN_WITHIN_SECONDS + 1));
