import type { Logger } from '@safety/platform';
import type { DataSource } from 'typeorm';
import { oldestWaiting } from './outbox-rows.js';

const PATIENCE_MS = 5_000;

/** Logs once when messages could not be published for some seconds, and once when they are again. */
export class WaitingMessages {
  private since: Date | undefined;
  private warned = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: Logger,
    private readonly stream: string,
  ) {}

  async notPublished(err: unknown): Promise<void> {
    this.since ??= new Date();
    if (this.warned || Date.now() - this.since.getTime() < PATIENCE_MS) return;
    // The readiness of the service reports an unavailable database.
    const waiting = await oldestWaiting(this.dataSource).catch(() => undefined);
    if (waiting === undefined) return;
    this.warned = true;
    const { stream, since } = this;
    const { messages } = waiting;
    this.logger.warn({ err, stream, messages, since }, 'outbox: messages cannot be published');
  }

  published(): void {
    const { stream, since } = this;
    if (this.warned) this.logger.warn({ stream, since }, 'outbox: messages are published again');
    this.since = undefined;
    this.warned = false;
  }
}
