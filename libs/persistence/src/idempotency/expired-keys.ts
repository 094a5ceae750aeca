import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 10_000;

/** Removes stored answers that are older than a day, in every replica, a batch at a time. */
@Injectable()
export class ExpiredKeys extends Periodic {
  constructor(
    private readonly dataSource: DataSource,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'idempotency keys: removal', everyMs: EVERY_MS });
  }

  protected work(): Promise<number> {
    return this.remove();
  }

  /** Removes at most one batch; resolves with how many rows went. */
  async remove(): Promise<number> {
    // on many nodes: a batch is found on all of them, and each removes its own; the age is looked at twice
    const [, removed] = await this.dataSource.query(
      `DELETE FROM idempotency_keys WHERE (company_id, digest) IN (
        SELECT company_id, digest FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT ${BATCH})
       AND created_at < now() - interval '24 hours'`,
    );
    return removed;
  }
}
