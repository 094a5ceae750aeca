import type { Logger } from '@safety/platform';
import type { Redis } from 'ioredis';
import { type ConsumerGroup, consumerGroups } from '../groups.js';
import { MOST_IN_STREAM } from '../streams.js';

/** The other half of a full stream is room for what is published until the next look. */
const FAR_BEHIND = MOST_IN_STREAM / 2;
/** A group that takes nothing for so long does not hold up the others. */
const STANDS_AFTER_MS = 5_000;

interface Progress {
  lastTaken: bigint;
  movedAt: number;
}

/** How the readers of one stream keep up with its owner. */
export class ReaderPace {
  private progress = new Map<string, Progress>();
  private wasOverrun = false;

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Whether a group that goes on has so much to read that more would push out what it has not come to yet.
   * Everything would be published again for it, and so push out the same once more.
   */
  async isOverrun(redis: Redis, stream: string): Promise<boolean> {
    const groups = await this.farBehind(redis, stream);
    this.progress = new Map(groups.map((group) => [group.name, this.progressOf(group)]));
    const isOverrun = [...this.progress.values()].some(
      ({ movedAt }) => this.now() - movedAt < STANDS_AFTER_MS,
    );
    const behind = groups.map(({ name, waiting }) => ({ name, waiting }));
    if (isOverrun && !this.wasOverrun)
      this.logger.warn({ stream, groups: behind }, 'outbox: waits for readers that are far behind');
    if (!isOverrun && this.wasOverrun)
      this.logger.warn({ stream, groups: behind }, 'outbox: goes on, without waiting for readers');
    this.wasOverrun = isOverrun;
    return isOverrun;
  }

  private async farBehind(redis: Redis, stream: string): Promise<ConsumerGroup[]> {
    // count is read: by a relay that looks again before its next batch
    if ((await redis.xlen(stream)) < FAR_BEHIND) return [];
    const groups = await consumerGroups(redis, stream);
    return groups.filter(({ waiting }) => waiting === null || waiting >= FAR_BEHIND);
  }

  /** By what it takes, not by what it has applied: one message that fails is tried for minutes. */
  private progressOf({ name, lastTaken }: ConsumerGroup): Progress {
    const known = this.progress.get(name);
    return known?.lastTaken === lastTaken ? known : { lastTaken, movedAt: this.now() };
  }
}
