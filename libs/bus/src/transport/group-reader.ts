import { randomUUID } from 'node:crypto';
import { toProblemError } from '@safety/platform';
import { deadLettersOf, ENVELOPE_FIELD, STREAM_LENGTH } from '../streams.js';
import type { BusServerOptions } from './bus-server.js';
import { type Entry, ReadLoop } from './read-loop.js';
import { UnreadableMessage } from './read-message.js';

const BATCH = 50;
const MAX_DELIVERIES = 8;

type Deliver = (envelope: string) => Promise<void>;

/**
 * Reads streams as one of a service's replicas: each message goes to one of them, is acknowledged once it is applied, is
 * tried again when it fails, and moves to the dead letters, after eight tries or at once when nobody could read it, so
 * that it blocks nothing.
 */
export class GroupReader {
  private readonly loop: ReadLoop;
  private readonly consumer = randomUUID();

  constructor(
    private readonly options: BusServerOptions,
    private readonly streams: string[],
    private readonly deliver: Deliver,
  ) {
    this.loop = new ReadLoop(options, { begin: () => this.createGroups(), next: () => this.next() });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async next(): Promise<void> {
    await this.takeOver();
    await this.readNew();
  }

  private async createGroups(): Promise<void> {
    for (const stream of this.streams) {
      await this.loop.redis
        .xgroup('CREATE', stream, this.options.group, '0', 'MKSTREAM')
        .catch((error: Error) => {
          if (!error.message.startsWith('BUSYGROUP')) throw error;
        });
    }
  }

  private async readNew(): Promise<void> {
    const answer = await this.loop.redis.xreadgroup(
      'GROUP',
      this.options.group,
      this.consumer,
      'COUNT',
      BATCH,
      'BLOCK',
      this.loop.timings.blockMs,
      'STREAMS',
      ...this.streams,
      ...this.streams.map(() => '>'),
    );
    for (const [stream, entries] of (answer ?? []) as [string, Entry[]][]) await this.apply(stream, entries);
  }

  private async takeOver(): Promise<void> {
    for (const stream of this.streams) {
      const answer = await this.loop.redis.xautoclaim(
        stream,
        this.options.group,
        this.consumer,
        this.loop.timings.takeOverAfterMs,
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
        await this.loop.redis.xack(stream, this.options.group, id);
      } catch (err) {
        if (this.loop.isStopping) return;
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
    const pending = await this.loop.redis.xpending(stream, this.options.group, id, id, 1);
    const [[, , , deliveries] = [id, '', 0, 0]] = pending as [string, string, number, number][];
    return deliveries;
  }

  private async setAside(stream: string, id: string, fields: string[]): Promise<void> {
    const target = deadLettersOf(this.options.group);
    await this.loop.redis
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
