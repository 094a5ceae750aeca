import { Injectable } from '@nestjs/common';
import { InjectLogger, InjectSettings, type Logger, Periodic } from '@safety/platform';
import type { IdentitySettings } from '../config.js';
import { Database } from '../storage/database/database.js';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Keeps as many days of records as the setting says: makes the partitions of the next week, drops those that
 * are too old, and what they were about.
 */
@Injectable()
export class AuditDays extends Periodic {
  constructor(
    private readonly database: Database,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUDIT_RETENTION_DAYS'>,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'audit trail: days', everyMs: EVERY_MS, atStart: true });
  }

  protected work(): Promise<void> {
    return this.turn();
  }

  async turn(): Promise<void> {
    const kept = this.settings.AUDIT_RETENTION_DAYS;
    await this.database.rows('SELECT audit_keep_days($1)', [kept]);
    // A day later, since days go as a whole.
    await this.database.change(
      'DELETE FROM deleted_clients WHERE deleted_at < now() - make_interval(days => $1 + 1)',
      [kept],
    );
  }
}
