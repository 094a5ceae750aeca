import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { connectRedis } from '@safety/bus';
import { InjectLogger, InjectSettings, type Logger } from '@safety/platform';
import type { Redis } from 'ioredis';
import type { GatewaySettings } from '../config.js';
import { RateCounts, type Told } from './rate-counts.js';
import { WINDOW_MS } from './rate-policies.js';

/** How long replicas may not know of each other's requests. */
const TELL_EVERY_MS = 100;
const SWEEP_EVERY_MS = WINDOW_MS;
const PREFIX = 'gateway:rate:';

/** Redis answers each command of a transaction with an error or a result. */
type Reply = [error: Error | null, result: unknown];

/**
 * Adds up the counts of all replicas in Redis. Nobody waits for it: with Redis away, each replica goes on with what it has
 * counted itself, and tells the rest once Redis is back.
 */
@Injectable()
export class SharedCounts implements OnApplicationShutdown {
  readonly counts = new RateCounts();
  private readonly redis: Redis;
  private readonly timers: NodeJS.Timeout[];
  private telling = false;

  constructor(@InjectSettings() { REDIS_URL }: GatewaySettings, @InjectLogger() logger: Logger) {
    this.redis = connectRedis(REDIS_URL, logger);
    this.timers = [
      setInterval(() => void this.tell(), TELL_EVERY_MS).unref(),
      setInterval(() => this.counts.sweep(), SWEEP_EVERY_MS).unref(),
    ];
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.redis.disconnect();
  }

  private async tell(): Promise<void> {
    if (this.telling || this.redis.status !== 'ready') return;
    const told = this.counts.take();
    if (told.length === 0) return;
    this.telling = true;
    // What Redis does not take is lost to the other replicas; here it has been counted.
    await this.add(told).catch(() => undefined);
    this.telling = false;
  }

  private async add(told: readonly Told[]): Promise<void> {
    const commands = this.redis.pipeline();
    for (const { key, requests } of told) {
      const shared = PREFIX + key;
      commands.incrby(shared, requests).pexpire(shared, WINDOW_MS, 'NX').pttl(shared);
    }
    const replies = ((await commands.exec()) ?? []) as Reply[];
    for (const [index, { key }] of told.entries()) {
      const shared = readShared(replies.slice(index * 3, index * 3 + 3));
      if (shared) this.counts.learn(key, shared.total, shared.resetMs);
    }
  }
}

/** The count of all replicas, and the milliseconds it holds. None when Redis did not take ours: it is full, or a mere copy. */
export function readShared([added, , left]: readonly Reply[]):
  | { total: number; resetMs: number }
  | undefined {
  if (!added || !left || added[0] || left[0]) return undefined;
  const [total, resetMs] = [Number(added[1]), Number(left[1])];
  return resetMs > 0 ? { total, resetMs } : undefined;
}
