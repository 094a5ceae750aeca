import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { connectRedis } from '../redis.js';
import type { BusServerOptions } from './bus-server.js';
import { envelopeOf } from './group-reader.js';
import { type BusTimings, usualTimings } from './timings.js';

const BATCH = 200;

type Entry = [id: string, fields: string[]];

/** Reads streams for this process alone, from the moment it starts; after a break it goes on where it was. */
export class BroadcastReader {
  private readonly redis: Redis;
  private readonly timings: BusTimings;
  private readonly stopping = new AbortController();
  private readonly positions = new Map<string, string>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly options: BusServerOptions,
    private readonly streams: string[],
    private readonly deliver: (envelope: string) => Promise<void>,
  ) {
    this.timings = { ...usualTimings, ...options.timings };
    this.redis = connectRedis(options.redisUrl, options.logger, { blocking: true });
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.redis.disconnect();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        // At the start the connection is still being made, and what is told before the positions are found is missed.
        if (this.redis.status !== 'ready') await once(this.redis, 'ready', { signal: this.stopping.signal });
        await this.findPositions();
        await this.read();
      } catch (err) {
        if (this.stopping.signal.aborted) return;
        this.options.logger.debug({ err }, 'the bus is away');
        await delay(this.timings.retryAfterMs, undefined, { signal: this.stopping.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  /** A stream that is shorter than the last position was emptied: reading starts again from its beginning. */
  private async findPositions(): Promise<void> {
    for (const stream of this.streams) {
      const [newest] = (await this.redis.xrevrange(stream, '+', '-', 'COUNT', 1)) as Entry[];
      const position = this.positions.get(stream);
      if (position === undefined) this.positions.set(stream, newest?.[0] ?? '0-0');
      else if (!newest || isBefore(newest[0], position)) this.positions.set(stream, '0-0');
    }
  }

  private async read(): Promise<void> {
    const positions = this.streams.map((stream) => this.positions.get(stream) ?? '0-0');
    const answer = await this.redis.xread(
      'COUNT',
      BATCH,
      'BLOCK',
      this.timings.blockMs,
      'STREAMS',
      ...this.streams,
      ...positions,
    );
    for (const [stream, entries] of (answer ?? []) as [string, Entry[]][]) {
      for (const [id, fields] of entries) {
        await this.deliver(envelopeOf(fields)).catch((err: unknown) => {
          this.options.logger.error({ err, stream, message: id }, 'a broadcast could not be applied');
        });
        this.positions.set(stream, id);
      }
    }
  }
}

/** Whether stream id `a` is older than `b`: both are `milliseconds-sequence`. */
function isBefore(a: string, b: string): boolean {
  const [aTime = 0, aSequence = 0] = a.split('-').map(Number);
  const [bTime = 0, bSequence = 0] = b.split('-').map(Number);
  return aTime < bTime || (aTime === bTime && aSequence < bSequence);
}
