import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';
import { OutboxRelay } from './outbox-relay.js';
import { removeOld } from './outbox-rows.js';

const EVERY_MS = 60 * 1000;
const START = '0';

/** Removes from the stream and the outbox what nobody needs any more. */
@Injectable()
export class OutboxTrimming extends Periodic {
  /** The number of the message that was looked at last. */
  private behind = START;

  constructor(
    private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'outbox: trimming', everyMs: EVERY_MS });
  }

  protected async work(): Promise<void> {
    await this.removeOld();
    await this.relay.trim();
  }

  /**
   * Looks at some messages behind those of the last time, and at more as long as some go, up to those that
   * are too young: with a million states that are kept it comes round in two hours.
   */
  async removeOld(): Promise<void> {
    for (;;) {
      const { last, removed, isYoung } = await removeOld(this.dataSource, this.behind);
      this.behind = isYoung || last === undefined ? START : last;
      if (removed === 0) return;
    }
  }
}
