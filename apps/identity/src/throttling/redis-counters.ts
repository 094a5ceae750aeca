import { Injectable } from '@nestjs/common';
import { RedisConnection } from '../redis/redis-connection.js';
import type { Count, CounterStore } from './counter-store.js';

/** One step: a counter without an end would never be forgotten. */
const ADD = `if redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end`;

const nameOf = (key: string): string => `identity:count:${key}`;

@Injectable()
export class RedisCounters implements CounterStore {
  constructor(private readonly redis: RedisConnection) {}

  async read(key: string): Promise<Count> {
    const name = nameOf(key);
    const [count, secondsLeft] = await Promise.all([
      this.redis.client.get(name),
      this.redis.client.ttl(name),
    ]);
    return { count: Number(count ?? 0), secondsLeft: Math.max(0, secondsLeft) };
  }

  async add(key: string, windowSeconds: number): Promise<void> {
    await this.redis.client.eval(ADD, 1, nameOf(key), windowSeconds);
  }

  async clear(key: string): Promise<void> {
    await this.redis.client.del(nameOf(key));
  }

  /** Looks at every key of the server, a few at a time: for operators, not for requests. */
  async clearAll(prefix: string): Promise<void> {
    let cursor = '0';
    do {
      const [next, names] = await this.redis.client.scan(
        cursor,
        'MATCH',
        `${nameOf(prefix)}*`,
        'COUNT',
        1_000,
      );
      if (names.length > 0) await this.redis.client.del(...names);
      cursor = next;
    } while (cursor !== '0');
  }
}
