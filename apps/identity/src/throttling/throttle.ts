import { Injectable } from '@nestjs/common';
import type { Statement } from '../storage/database/database.js';
import { Counters, type FullLimit, secondsLeft } from './counters.js';

/** How often something may happen within a window, which begins with the first. */
export interface Limit {
  key: string;
  most: number;
  windowSeconds: number;
}

/** Counted for every limit, and let through. */
export interface Admitted {
  admitted: true;
  /** Whether this one was the last that the limit lets through. */
  wasLast(limit: Limit): boolean;
  /**
   * Takes back what was counted, unless the window is over, and clears other counts with it. Of no use twice.
   */
  giveBack(...cleared: Limit[]): Promise<void>;
  /** The same, with a statement that travels before it, in one transaction. */
  giveBackAfter(first: Statement, ...cleared: Limit[]): Promise<void>;
}

/** Counted for no limit: one of them is reached. */
export interface Refused {
  admitted: false;
  retryAfterSeconds: number;
}

/**
 * Counts and decides in one step. There is no way to ask first and count later: that would let through all
 * who ask at once.
 */
@Injectable()
export class Throttle {
  constructor(private readonly counters: Counters) {}

  /** Counts one for each of the limits, or for none when one of them is reached. */
  async take(limits: readonly Limit[]): Promise<Admitted | Refused> {
    const taken = await this.counters.take(limits);
    if ('secondsLeft' in taken) return refused(taken.secondsLeft);
    const { places } = taken;
    const giveBack = (cleared: Limit[], first?: Statement) =>
      this.counters.giveBack(
        places,
        cleared.map(({ key }) => key),
        first,
      );
    return {
      admitted: true,
      wasLast: ({ key, most }) => places.some((place) => place.key === key && place.count >= most),
      giveBack: (...cleared) => giveBack(cleared),
      giveBackAfter: (first, ...cleared) => giveBack(cleared, first),
    };
  }

  /**
   * The same for work that waits for its turn. It is counted when its turn comes: waiting takes no place
   * from others. A request that is refused in any case does not wait; `full` tells which limits are reached,
   * where the caller has asked already. An error is not counted.
   */
  async takeInTurn<Result>(
    limits: readonly Limit[],
    inTurn: (work: () => Promise<Result | Refused>) => Promise<Result | Refused>,
    work: (admitted: Admitted) => Promise<Result>,
    full?: readonly FullLimit[],
  ): Promise<Result | Refused> {
    const refusal = refusalOf(full ?? (await this.counters.full(limits)), limits);
    if (refusal) return refusal;
    return inTurn(async () => {
      const taken = await this.take(limits);
      if (!taken.admitted) return taken;
      try {
        return await work(taken);
      } catch (error) {
        await taken.giveBack();
        throw error;
      }
    });
  }

  async clear(...limits: Limit[]): Promise<void> {
    await this.counters.clear(limits.map(({ key }) => key));
  }

  /** Forgets everything that was counted under keys that begin so. */
  async clearAll(prefix: string): Promise<void> {
    await this.counters.clearAll(prefix);
  }
}

/** The refusal by those of `limits` that are among the ones that are reached; undefined when none is. */
export function refusalOf(full: readonly FullLimit[], limits: readonly Limit[]): Refused | undefined {
  const wait = secondsLeft(full.filter((one) => limits.some(({ key }) => key === one.key)));
  return wait === undefined ? undefined : refused(wait);
}

const refused = (secondsLeft: number): Refused => ({
  admitted: false,
  retryAfterSeconds: Math.max(1, secondsLeft),
});
