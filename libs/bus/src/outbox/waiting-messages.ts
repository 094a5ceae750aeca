import type { Logger } from '@safety/platform';
import type { DataSource } from 'typeorm';

const PATIENCE_MS = 5_000;

/** Says in the log when messages could not be told for some seconds, and when they are told again: once each. */
export class WaitingMessages {
  private since: Date | undefined;
  private warned = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: Logger,
    private readonly stream: string,
  ) {}

  async notTold(err: unknown): Promise<void> {
    this.since ??= new Date();
    if (this.warned || Date.now() - this.since.getTime() < PATIENCE_MS) return;
    const messages = await this.count();
    if (messages === undefined) return;
    this.warned = true;
    this.logger.warn({ err, stream: this.stream, messages, since: this.since }, 'messages cannot be told');
  }

  told(): void {
    if (this.warned) this.logger.warn({ stream: this.stream, since: this.since }, 'messages are told again');
    this.since = undefined;
    this.warned = false;
  }

  /** How many wait now; undefined while the database is away, of which the readiness of the service tells. */
  private async count(): Promise<number | undefined> {
    // count is read: a warning is written by it
    const query = 'SELECT count(*) AS messages FROM outbox WHERE published_at IS NULL';
    const rows = await this.dataSource.query(query).catch(() => undefined);
    return rows && Number(rows[0].messages);
  }
}
