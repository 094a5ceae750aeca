import { isBefore } from '../groups.js';
import type { BusServerOptions } from './bus-server.js';
import type { Dispatch } from './dispatch.js';
import { type Entry, ReadLoop } from './read-loop.js';
import { UnreadableMessage } from './read-message.js';

/** Of each stream. A message may have a mebibyte, and all of them are in memory at once. */
const BATCH = 20;

/** Reads streams for this process alone, from the moment it starts; after a break it goes on where it was. */
export class BroadcastReader extends ReadLoop {
  private readonly positions = new Map<string, string>();
  private unreadable = 0;

  constructor(
    options: BusServerOptions,
    private readonly streams: string[],
    private readonly dispatch: Dispatch,
  ) {
    super(options);
  }

  protected async next(): Promise<void> {
    await this.findPositions();
    await this.read();
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
        await this.dispatch.one(stream, fields).catch((err: unknown) => this.skip(err, stream, id));
        this.positions.set(stream, id);
      }
    }
  }

  /**
   * `unreadable` counts, since the start of the process, messages against their contract and messages that
   * their owner did not sign.
   */
  private skip(err: unknown, stream: string, message: string): void {
    if (err instanceof UnreadableMessage) this.unreadable++;
    this.options.logger.error(
      { err, stream, message, unreadable: this.unreadable },
      'bus: a broadcast could not be applied',
    );
  }
}
