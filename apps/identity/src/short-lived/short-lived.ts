import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import type { ClaimOutcome, ShortLivedStore, ShortLivedValue } from './short-lived-store.js';

/**
 * Redis while it is there, PostgreSQL while it is not: people can sign in either way. A value is in the one or the
 * other; what was under way when Redis went is lost with it, and nothing that was used up comes back.
 */
@Injectable()
export class ShortLived implements ShortLivedStore {
  constructor(
    private readonly redis: RedisStore,
    private readonly postgres: PostgresStore,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async set(key: string, value: string, seconds: number): Promise<void> {
    const kept = await this.ifReachable(this.redis.set(key, value, seconds).then(() => true));
    if (!kept) await this.postgres.set(key, value, seconds);
  }

  async get(key: string): Promise<ShortLivedValue | undefined> {
    return (await this.ifReachable(this.redis.get(key))) ?? this.postgres.get(key);
  }

  async delete(key: string): Promise<void> {
    await Promise.all([this.ifReachable(this.redis.delete(key)), this.postgres.delete(key)]);
  }

  async claim(key: string): Promise<ClaimOutcome> {
    const outcome = await this.ifReachable(this.redis.claim(key));
    return outcome === undefined || outcome === 'missing' ? this.postgres.claim(key) : outcome;
  }

  private ifReachable<Result>(answer: Promise<Result>): Promise<Result | undefined> {
    return answer.catch((err: unknown) => {
      this.logger.debug({ err }, 'redis is away: using the database');
      return undefined;
    });
  }
}
