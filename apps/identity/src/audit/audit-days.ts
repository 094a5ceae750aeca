import { Injectable } from '@nestjs/common';
import { impatientSql, PartitionTurns } from '@safety/persistence';
import { InjectLogger, InjectSettings, type Logger } from '@safety/platform';
import type { IdentitySettings } from '../config.js';
import { Database } from '../storage/database/database.js';

/**
 * Keeps as many days of records as the setting says: makes the partitions of the next week, drops those that
 * are too old, and what they were about.
 */
@Injectable()
export class AuditDays extends PartitionTurns {
  constructor(
    private readonly database: Database,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUDIT_RETENTION_DAYS'>,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'audit trail: days', table: 'audit_records' });
  }

  async turn(): Promise<void> {
    const kept = this.settings.AUDIT_RETENTION_DAYS;
    await this.database.transaction(async ({ client }) => {
      await client.query(impatientSql);
      await client.query('SELECT audit_keep_days($1)', [kept]);
    });
    // A day later, since days go as a whole.
    await this.database.change(
      'DELETE FROM deleted_clients WHERE deleted_at < now() - make_interval(days => $1 + 1)',
      [kept],
    );
  }
}
