import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 10_000;

/** Removes stored answers that are older than a day, in every replica, a batch at a time. */
@Injectable()
export class ExpiredKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly removal: Periodic;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    const work = () => this.remove();
    this.removal = new Periodic({ name: 'idempotency keys: removal', everyMs: EVERY_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.removal.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.removal.stop();
  }

  /** Removes at most one batch; resolves with how many rows went. */
  async remove(): Promise<number> {
    const [, removed] = await this.dataSource.query(
      `DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT ${BATCH}))`,
    );
    return removed;
  }
}
