import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { OutboxRelay } from './outbox-relay.js';

const EVERY_MS = 60 * 1000;

/** Removes from the stream and the outbox what nobody needs any more. */
@Injectable()
export class OutboxTrimming extends Periodic {
  constructor(
    private readonly relay: OutboxRelay,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'outbox: trimming', everyMs: EVERY_MS });
  }

  protected work(): Promise<void> {
    return this.relay.trim();
  }
}
