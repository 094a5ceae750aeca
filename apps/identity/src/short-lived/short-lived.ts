import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import { ReplayGuard } from './replay-guard.js';
import type { ClaimOutcome, ShortLivedStore, ShortLivedValue } from './short-lived-store.js';
import { ValueSeal } from './value-seal.js';

/** Longer than any value lives that can be claimed. */
const CLAIMS_KEPT_SECONDS = 10 * 60;

/**
 * Redis while it is there, PostgreSQL while it is not: people can sign in either way. What was under way when
 * Redis went is lost with it. Who is the first to claim a value is decided in PostgreSQL alone: Redis forgets
 * a claim when a replica takes over, and a write that seemed to fail leaves the value in both. What this
 * service did not write counts as missing.
 */
@Injectable()
export class ShortLived implements ShortLivedStore {
  constructor(
    private readonly redis: RedisStore,
    private readonly postgres: PostgresStore,
    private readonly replays: ReplayGuard,
    private readonly valueSeal: ValueSeal,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async set(key: string, value: string, seconds: number): Promise<void> {
    const sealed = this.valueSeal.seal(key, value, seconds);
    const kept = await this.ifReachable(this.redis.set(key, sealed, seconds).then(() => true));
    if (!kept) await this.postgres.set(key, sealed, seconds);
  }

  async replace(key: string, value: string, seconds: number): Promise<boolean> {
    const sealed = this.valueSeal.seal(key, value, seconds);
    const replaced = await this.ifReachable(this.redis.replace(key, sealed, seconds));
    return replaced === true || this.postgres.replace(key, sealed, seconds);
  }

  async get(key: string): Promise<ShortLivedValue | undefined> {
    return (
      (await this.opened(key, this.ifReachable(this.redis.get(key)))) ??
      this.opened(key, this.postgres.get(key))
    );
  }

  async delete(key: string): Promise<void> {
    await Promise.all([this.ifReachable(this.redis.delete(key)), this.postgres.delete(key)]);
  }

  async claim(key: string): Promise<ClaimOutcome> {
    const inRedis = await this.ifReachable(this.redis.claim(key));
    const outcome = inRedis === undefined || inRedis === 'missing' ? await this.postgres.claim(key) : inRedis;
    if (outcome !== 'first') return outcome;
    return (await this.replays.isFirst(key, CLAIMS_KEPT_SECONDS)) ? 'first' : 'claimed';
  }

  private async opened(
    key: string,
    stored: Promise<ShortLivedValue | undefined>,
  ): Promise<ShortLivedValue | undefined> {
    const found = await stored;
    if (!found) return undefined;
    const value = this.valueSeal.open(key, found.value);
    if (value !== undefined) return { ...found, value };
    this.logger.warn(
      { kind: key.split(':')[0] },
      'short-lived: a value that does not open counts as missing',
    );
    return undefined;
  }

  private ifReachable<Result>(answer: Promise<Result>): Promise<Result | undefined> {
    return answer.catch((err: unknown) => {
      this.logger.debug({ err }, 'redis is away: using the database');
      return undefined;
    });
  }
}
