import { Injectable } from '@nestjs/common';
import { Counters } from './counters.js';

/** How often something may happen within a window. */
export interface Limit {
  key: string;
  most: number;
  windowSeconds: number;
}

/** Tells who has to wait. It counts only what it is told to count. */
@Injectable()
export class Throttle {
  constructor(private readonly counters: Counters) {}

  /** Seconds until none of the limits is reached; undefined when none is. */
  async blockedFor(limits: readonly Limit[]): Promise<number | undefined> {
    const waits = await Promise.all(limits.map((limit) => this.waitOf(limit)));
    const longest = Math.max(0, ...waits);
    return longest > 0 ? longest : undefined;
  }

  async count(limits: readonly Limit[]): Promise<void> {
    await Promise.all(limits.map(({ key, windowSeconds }) => this.counters.add(key, windowSeconds)));
  }

  async clear({ key }: Limit): Promise<void> {
    await this.counters.clear(key);
  }

  /** Forgets everything that was counted under keys that begin so. */
  async clearAll(prefix: string): Promise<void> {
    await this.counters.clearAll(prefix);
  }

  private async waitOf({ key, most }: Limit): Promise<number> {
    const { count, secondsLeft } = await this.counters.read(key);
    return count >= most ? Math.max(1, secondsLeft) : 0;
  }
}
