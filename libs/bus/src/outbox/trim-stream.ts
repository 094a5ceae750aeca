import type { Logger } from '@safety/platform';
import type { Redis } from 'ioredis';
import { consumerGroups, offsetOf } from '../groups.js';
import { MOST_IN_STREAM, STREAM_LENGTH } from '../streams.js';

/**
 * Shortens a stream. Entries that a group has not applied yet stay, unless the stream grows tenfold: for that
 * group everything is published again when it comes back.
 */
export async function trimStream(redis: Redis, stream: string, logger: Logger): Promise<void> {
  // count is read: removing what is old twice does no harm
  if ((await redis.xlen(stream)) <= STREAM_LENGTH) return;
  const [newest] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  const groups = await consumerGroups(redis, stream);
  const needed = [
    offsetOf(newest?.[0]) - BigInt(STREAM_LENGTH),
    ...groups.map(({ oldestNeeded }) => oldestNeeded),
  ];
  const first = needed.reduce((least, offset) => (offset < least ? offset : least));
  await redis.xtrim(stream, 'MINID', '~', `${first}-0`);
  const removed = await redis.xtrim(stream, 'MAXLEN', '~', MOST_IN_STREAM);
  if (removed > 0)
    logger.error({ stream, removed, groups }, 'outbox: a group of consumers is too far behind');
}
