import { Injectable } from '@nestjs/common';
import { RedisConnection } from '../redis/redis-connection.js';
import type { ClaimOutcome, ShortLivedStore, ShortLivedValue } from './short-lived-store.js';

/** Redis runs a script as one step: nobody else claims between its two lines. */
const CLAIM = `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'missing' end
  if redis.call('HSETNX', KEYS[1], 'claimed', '1') == 1 then return 'first' else return 'claimed' end`;

/**
 * One message and one answer, where a transaction of Redis has five. A full Redis refuses the first line;
 * behind a deletion it would let it through.
 */
const SET = `
  redis.call('HSET', KEYS[1], 'value', ARGV[1])
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'value', ARGV[1])
  return redis.call('EXPIRE', KEYS[1], ARGV[2])`;

/** In one step as well: a value that is deleted meanwhile does not come back. */
const REPLACE = `
  if redis.call('DEL', KEYS[1]) == 0 then return 0 end
  redis.call('HSET', KEYS[1], 'value', ARGV[1])
  return redis.call('EXPIRE', KEYS[1], ARGV[2])`;

const keyOf = (key: string): string => `identity:${key}`;

@Injectable()
export class RedisStore implements ShortLivedStore {
  constructor(private readonly redis: RedisConnection) {}

  async set(key: string, value: string, seconds: number): Promise<void> {
    await this.redis.client.eval(SET, 1, keyOf(key), value, seconds);
  }

  async replace(key: string, value: string, seconds: number): Promise<boolean> {
    return (await this.redis.client.eval(REPLACE, 1, keyOf(key), value, seconds)) === 1;
  }

  async get(key: string): Promise<ShortLivedValue | undefined> {
    const { value, claimed } = await this.redis.client.hgetall(keyOf(key));
    return value === undefined ? undefined : { value, claimed: claimed !== undefined };
  }

  async delete(key: string): Promise<void> {
    await this.redis.client.del(keyOf(key));
  }

  async claim(key: string): Promise<ClaimOutcome> {
    return (await this.redis.client.eval(CLAIM, 1, keyOf(key))) as ClaimOutcome;
  }
}
