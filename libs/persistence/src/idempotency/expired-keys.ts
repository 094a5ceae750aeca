import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@safety/platform';
import { DataSource } from 'typeorm';

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 10_000;

/** Removes stored answers that are older than a day, in every replica, a batch at a time. */
@Injectable()
export class ExpiredKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(
      () => void this.remove().catch((err) => this.logger.warn({ err }, 'expired keys stay')),
      EVERY_MS,
    );
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
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
