import type { Redis } from 'ioredis';
import { byName, consumerGroups, seqOf } from '../groups.js';

/** Whether a stream was shortened beyond what a group has taken, so that it can no longer read all of it. */
export async function missesFacts(redis: Redis, stream: string, group: string): Promise<boolean> {
  const info = byName(await redis.xinfo('STREAM', stream));
  const wasShortened = Number(info['entries-added']) > Number(info['length']);
  if (!wasShortened) return false;
  const [first] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
  const reader = (await consumerGroups(redis, stream)).find(({ name }) => name === group);
  return first !== undefined && reader !== undefined && seqOf(first[0]) > reader.lastTaken;
}
