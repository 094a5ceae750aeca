import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { onceIn } from '@safety/platform';
import type { Redis } from 'ioredis';
import { connectRedis } from '../redis.js';
import { isForbidden, isFull, WARN_EVERY_MS } from '../redis-failures.js';
import type { BusServerOptions } from './bus-server.js';
import { type BusTimings, usualTimings } from './timings.js';

/** An entry of a Redis Stream. */
export type Entry = [id: string, fields: string[]];

/**
 * Reads streams over a connection of its own until it is stopped; a break is waited out and never ends it.
 */
export abstract class ReadLoop {
  protected readonly redis: Redis;
  protected readonly timings: BusTimings;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private hasToldOfRights = false;
  private readonly isToTellOfFull = onceIn(WARN_EVERY_MS);

  constructor(protected readonly options: BusServerOptions) {
    this.timings = { ...usualTimings, ...options.timings };
    this.redis = connectRedis(options.redisUrl, options.logger, { blockMs: this.timings.blockMs });
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.redis.disconnect();
    await this.running;
  }

  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Runs when the connection is there, and again after each break. */
  protected async begin(): Promise<void> {}

  /** Waits for messages once and applies them. */
  protected abstract next(): Promise<void>;

  /** The answer to a write that reading goes on without, or `instead` while Redis is full. */
  protected unlessFull<Answer>(answer: Promise<Answer>, instead: Answer): Promise<Answer> {
    return answer.catch((err: unknown) => {
      if (!isFull(err)) throw err;
      this.tell(err);
      return instead;
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!this.isStopping) {
      try {
        // At the start the connection is still being made; broadcasts before the first read are missed.
        if (this.redis.status !== 'ready') await once(this.redis, 'ready', { signal });
        await this.begin();
        while (!this.isStopping) await this.next();
      } catch (err) {
        if (this.isStopping) return;
        this.tell(err);
        await delay(this.timings.retryAfterMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Lost connections are told where they are made. Rights that are missing are missing at each try, and a
   * full Redis stays so for a while.
   */
  private tell(err: unknown): void {
    if (isForbidden(err) && !this.hasToldOfRights) {
      this.hasToldOfRights = true;
      this.options.logger.warn({ err }, 'bus: the user of REDIS_URL lacks a right, ACL LOG has which');
      return;
    }
    if (isFull(err) && this.isToTellOfFull()) {
      this.options.logger.warn({ err }, 'bus: Redis is full, give it more memory');
      return;
    }
    this.options.logger.debug({ err }, 'bus: unavailable');
  }
}
