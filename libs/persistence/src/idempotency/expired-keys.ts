import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';
import { REMOVED_AT_ONCE, removeInParts } from '../remove-in-parts.js';

const EVERY_MS = 10 * 60 * 1000;

/** Removes stored answers that are older than a day, in every replica. */
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

  /** Resolves with how many rows went. */
  remove(): Promise<number> {
    return removeInParts(() => this.removeSome());
  }

  private async removeSome(): Promise<number> {
    // on many nodes: a batch is found on all of them, and each removes its own; the age is looked at twice
    const [, removed] = await this.dataSource.query(
      `DELETE FROM idempotency_keys WHERE (company_id, digest) IN (
        SELECT company_id, digest FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT ${REMOVED_AT_ONCE})
       AND created_at < now() - interval '24 hours'`,
    );
    return removed;
  }
}
