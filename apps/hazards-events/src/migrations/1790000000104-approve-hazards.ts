import { creationDigestColumnSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addApprovalColumnsSql } from './approval-columns.js';
import { withFlaggedViewSql } from './with-flagged-view.js';

/**
 * The approval of hazards. Whether a snapshot has a newer revision follows from the working copy, so nothing
 * is stored of it; attachments get a table of their own once there are any.
 */
export class ApproveHazards1790000000104 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['hazards', 'approved_hazards'])
      await runner.query(`
        ALTER TABLE ${table} DROP COLUMN has_pending_revision, DROP COLUMN attachment_ids,
          ADD COLUMN status_comment text;
        ${addApprovalColumnsSql(table)}
      `);
    await runner.query(`
      ALTER TABLE hazards ADD COLUMN suggested_actions jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN ${creationDigestColumnSql};
      CREATE INDEX hazards_identified_at_idx ON hazards (company_id, identified_at, id);
      CREATE INDEX hazards_flagged_idx ON hazards (company_id, identified_at, id)
        WHERE status IN ('pendingApproval', 'changesRequested');
      ${await withFlaggedViewSql(runner, 'hazards', 'approved_hazards')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW hazards_and_flagged; ALTER TABLE hazards DROP COLUMN suggested_actions');
  }
}
