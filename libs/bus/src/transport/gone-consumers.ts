import type { Redis } from 'ioredis';
import { byName } from '../groups.js';

/** A process that runs asks for messages every few seconds. */
const GONE_AFTER_MS = 60 * 60 * 1000;

/** Forgets the processes that stopped long ago and left nothing unfinished: each start brings a new name. */
export async function forgetGoneConsumers(redis: Redis, stream: string, group: string): Promise<void> {
  const consumers = ((await redis.xinfo('CONSUMERS', stream, group)) as unknown[]).map(byName);
  for (const { name, pending, idle } of consumers) {
    if (Number(pending) > 0 || Number(idle) < GONE_AFTER_MS) continue;
    await redis.xgroup('DELCONSUMER', stream, group, String(name));
  }
}
