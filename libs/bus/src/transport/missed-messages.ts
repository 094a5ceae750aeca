import type { Redis } from 'ioredis';
import { byName, consumerGroups, offsetOf } from '../groups.js';
import { AFTER_FIELD } from '../streams.js';
import { fieldOf } from './envelope-of.js';
import type { Entry } from './read-loop.js';

/** Whether a stream was shortened beyond what a group has taken, so that it can no longer read all of it. */
export async function missesMessages(redis: Redis, stream: string, group: string): Promise<boolean> {
  const info = byName(await redis.xinfo('STREAM', stream));
  const wasShortened = Number(info['entries-added']) > Number(info['length']);
  if (!wasShortened) return false;
  const [first] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
  const reader = (await consumerGroups(redis, stream)).find(({ name }) => name === group);
  return first !== undefined && reader !== undefined && offsetOf(first[0]) > reader.lastTaken;
}

const OFFSET = /^[1-9]\d*$/;

/**
 * Whether entries were removed before those that a group takes, or between them: each names the one before
 * it.
 */
export async function followGap(redis: Redis, stream: string, entries: readonly Entry[]): Promise<boolean> {
  let before: bigint | undefined;
  for (const [id, fields] of entries) {
    const after = fieldOf(fields, AFTER_FIELD);
    // An entry that was taken earlier is nearly always there: only far older ones are removed on purpose.
    if (OFFSET.test(after) && before !== BigInt(after) && !(await holds(redis, stream, after))) return true;
    before = offsetOf(id);
  }
  return false;
}

const holds = async (redis: Redis, stream: string, offset: string): Promise<boolean> =>
  (await redis.xrange(stream, offset, offset, 'COUNT', 1)).length > 0;
