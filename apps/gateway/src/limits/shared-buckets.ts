import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { connectRedis, tellRedis } from '@safety/bus';
import { InjectLogger, InjectSettings, type Logger, Metrics, onceIn, Periodic } from '@safety/platform';
import type { Redis } from 'ioredis';
import type { GatewaySettings } from '../config.js';
import { MOST_OWED_MS } from './rate-policies.js';
import { type ReportedUse, TokenBuckets } from './token-buckets.js';

/** How long replicas may not know of each other's requests. */
const SHARE_EVERY_MS = 100;
const WARN_EVERY_MS = 60_000;
const PREFIX = 'gateway:bucket:';

/**
 * One step, by the clock of Redis: a bucket is the time when it is full, and is forgotten then. Answers the
 * milliseconds until then as text, because Redis cuts the fraction off a number.
 */
const SPEND = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0')) + tonumber(ARGV[1])
full = math.min(full, now + tonumber(ARGV[2]))
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return string.format('%.3f', full - now)`;

/** Redis answers each command of a pipeline with an error or a result. */
type Reply = [error: Error | null, result: unknown];

/**
 * Adds up in Redis what all replicas have let through. Nobody waits for it: with Redis away, or when it takes
 * nothing, each replica goes on with its own buckets.
 */
@Injectable()
export class SharedBuckets extends Periodic implements OnApplicationShutdown {
  readonly buckets = new TokenBuckets();
  private readonly redis: Redis;
  private readonly isToWarn = onceIn(WARN_EVERY_MS);

  constructor(
    @InjectSettings() { REDIS_URL }: GatewaySettings,
    @InjectLogger() logger: Logger,
    metrics: Metrics,
  ) {
    super(logger, { name: 'rate limits: sharing', everyMs: SHARE_EVERY_MS });
    this.redis = connectRedis(REDIS_URL, logger);
    tellRedis(metrics, this.redis);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  protected async work(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const uses = this.buckets.take();
    // The other replicas never learn of what Redis does not take; this one has counted it.
    if (uses.length > 0) await this.add(uses).catch(() => undefined);
  }

  private async add(uses: readonly ReportedUse[]): Promise<void> {
    const commands = this.redis.pipeline();
    for (const { key, spentMs } of uses) commands.eval(SPEND, 1, PREFIX + key, spentMs, MOST_OWED_MS);
    const replies = ((await commands.exec()) ?? []) as Reply[];
    for (const [index, { key }] of uses.entries()) {
      const [error, fullMs] = replies[index] ?? [];
      if (error) this.tellRefusal(error);
      else if (fullMs !== undefined) this.buckets.learn(key, Number(fullMs));
    }
  }

  /** Once in a minute. A connection that is lost says so itself. */
  private tellRefusal(err: Error): void {
    if (err.name !== 'ReplyError' || !this.isToWarn()) return;
    this.countFailure();
    this.logger.warn({ err }, 'rate limits: Redis refuses to count, each replica grants the whole limit');
  }
}
