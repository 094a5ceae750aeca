import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toProblemError } from '@safety/platform';
import type { Redis } from 'ioredis';
import { connectRedis } from '../redis.js';
import { deadLettersOf, ENVELOPE_FIELD, STREAM_LENGTH } from '../streams.js';
import type { BusServerOptions } from './bus-server.js';
import { UnreadableMessage } from './read-message.js';
import { type BusTimings, usualTimings } from './timings.js';

const BATCH = 50;
const MAX_DELIVERIES = 8;

type Entry = [id: string, fields: string[]];
type Deliver = (envelope: string) => Promise<void>;

/**
 * Reads streams as one of a service's replicas: each message goes to one of them, is acknowledged once it is applied, is
 * tried again when it fails, and moves to the dead letters, after eight tries or at once when nobody could read it, so
 * that it blocks nothing.
 */
export class GroupReader {
  private readonly redis: Redis;
  private readonly timings: BusTimings;
  private readonly consumer = randomUUID();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly options: BusServerOptions,
    private readonly streams: string[],
    private readonly deliver: Deliver,
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
        await this.createGroups();
        while (!this.stopping.signal.aborted) {
          await this.takeOver();
          await this.readNew();
        }
      } catch (err) {
        if (this.stopping.signal.aborted) return;
        this.options.logger.debug({ err }, 'the bus is away');
        await delay(this.timings.retryAfterMs, undefined, { signal: this.stopping.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  private async createGroups(): Promise<void> {
    for (const stream of this.streams) {
      await this.redis.xgroup('CREATE', stream, this.options.group, '0', 'MKSTREAM').catch((error: Error) => {
        if (!error.message.startsWith('BUSYGROUP')) throw error;
      });
    }
  }

  private async readNew(): Promise<void> {
    const answer = await this.redis.xreadgroup(
      'GROUP',
      this.options.group,
      this.consumer,
      'COUNT',
      BATCH,
      'BLOCK',
      this.timings.blockMs,
      'STREAMS',
      ...this.streams,
      ...this.streams.map(() => '>'),
    );
    for (const [stream, entries] of (answer ?? []) as [string, Entry[]][]) await this.apply(stream, entries);
  }

  private async takeOver(): Promise<void> {
    for (const stream of this.streams) {
      const answer = await this.redis.xautoclaim(
        stream,
        this.options.group,
        this.consumer,
        this.timings.takeOverAfterMs,
        '0',
        'COUNT',
        BATCH,
      );
      await this.apply(stream, answer[1] as Entry[]);
    }
  }

  private async apply(stream: string, entries: Entry[]): Promise<void> {
    for (const [id, fields] of entries) {
      try {
        await this.deliver(envelopeOf(fields));
        await this.redis.xack(stream, this.options.group, id);
      } catch (err) {
        if (this.stopping.signal.aborted) return;
        // A database that is away says nothing about the message: it waits, and so does what follows it.
        if (toProblemError(err).code === 'unavailable') throw err;
        this.options.logger.warn({ err, stream, message: id }, 'a message could not be applied');
        if (err instanceof UnreadableMessage || (await this.tries(stream, id)) >= MAX_DELIVERIES) {
          await this.setAside(stream, id, fields);
        }
      }
    }
  }

  private async tries(stream: string, id: string): Promise<number> {
    const pending = await this.redis.xpending(stream, this.options.group, id, id, 1);
    const [[, , , deliveries] = [id, '', 0, 0]] = pending as [string, string, number, number][];
    return deliveries;
  }

  private async setAside(stream: string, id: string, fields: string[]): Promise<void> {
    const target = deadLettersOf(this.options.group);
    await this.redis
      .multi()
      .xadd(target, 'MAXLEN', '~', STREAM_LENGTH, '*', 'stream', stream, 'message', id, ...fields)
      .xack(stream, this.options.group, id)
      .exec();
    this.options.logger.error({ stream, message: id, target }, 'a message moved to the dead letters');
  }
}

/** The envelope in the fields of a stream entry. */
export function envelopeOf(fields: string[]): string {
  const at = fields.indexOf(ENVELOPE_FIELD);
  return fields[at + 1] ?? '';
}
