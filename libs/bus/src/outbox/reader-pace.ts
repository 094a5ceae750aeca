import type { Logger } from '@safety/platform';
import type { Redis } from 'ioredis';
import { type ConsumerGroup, consumerGroups } from '../groups.js';
import { MOST_IN_STREAM } from '../streams.js';

/** The other half of a full stream is room for what is published until the next look. */
const FAR_BEHIND = MOST_IN_STREAM / 2;
/** A group that neither takes nor applies anything for so long does not hold up the others. */
const STANDS_AFTER_MS = 5_000;

interface Progress extends Pick<ConsumerGroup, 'name' | 'lastTaken' | 'oldestNeeded' | 'waiting'> {
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
    const behind = (await this.farBehind(redis, stream)).map((group) => this.progressOf(group));
    this.progress = new Map(behind.map((group) => [group.name, group]));
    const groups = behind
      .filter(({ movedAt }) => this.now() - movedAt < STANDS_AFTER_MS)
      .map(({ name, waiting }) => ({ name, waiting }));
    const isOverrun = groups.length > 0;
    if (isOverrun && !this.wasOverrun)
      this.logger.warn({ stream, groups }, 'outbox: waits for readers that are far behind');
    if (!isOverrun && this.wasOverrun) this.logger.warn({ stream }, 'outbox: waits for no reader any more');
    this.wasOverrun = isOverrun;
    return isOverrun;
  }

  private async farBehind(redis: Redis, stream: string): Promise<ConsumerGroup[]> {
    // count is read: by a relay that looks again before its next batch
    if ((await redis.xlen(stream)) < FAR_BEHIND) return [];
    const groups = await consumerGroups(redis, stream);
    return groups.filter(({ waiting }) => waiting === null || waiting >= FAR_BEHIND);
  }

  /**
   * It goes on while it takes messages or applies them: one that fails is tried for minutes beside others.
   */
  private progressOf(group: ConsumerGroup): Progress {
    const known = this.progress.get(group.name);
    const stands = known?.lastTaken === group.lastTaken && known.oldestNeeded === group.oldestNeeded;
    return { ...group, movedAt: stands ? known.movedAt : this.now() };
  }
}
