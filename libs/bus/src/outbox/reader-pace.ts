import type { Redis } from 'ioredis';
import { consumerGroups } from '../groups.js';
import { MOST_IN_STREAM } from '../streams.js';

/** The other half of a full stream is room for what is published until the next look. */
const FAR_BEHIND = MOST_IN_STREAM / 2;
/** A group that applies nothing for so long does not hold up the others. */
const STANDS_AFTER_MS = 5_000;

interface Progress {
  oldestNeeded: bigint;
  movedAt: number;
}

/** How the readers of one stream keep up with its owner. */
export class ReaderPace {
  private progress = new Map<string, Progress>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Whether a group that goes on has so much to read that more would push out what it has not come to yet.
   * Everything would be published again for it, and so push out the same once more.
   */
  async isOverrun(redis: Redis, stream: string): Promise<boolean> {
    if (redis.status !== 'ready') return false;
    // count is read: by a relay that looks again before its next batch
    if ((await redis.xlen(stream)) < FAR_BEHIND) return false;
    const groups = (await consumerGroups(redis, stream)).filter(
      ({ waiting }) => waiting === null || waiting >= FAR_BEHIND,
    );
    this.progress = new Map(
      groups.map(({ name, oldestNeeded }) => [name, this.progressOf(name, oldestNeeded)]),
    );
    return [...this.progress.values()].some(({ movedAt }) => this.now() - movedAt < STANDS_AFTER_MS);
  }

  private progressOf(name: string, oldestNeeded: bigint): Progress {
    const known = this.progress.get(name);
    return known && known.oldestNeeded >= oldestNeeded ? known : { oldestNeeded, movedAt: this.now() };
  }
}
