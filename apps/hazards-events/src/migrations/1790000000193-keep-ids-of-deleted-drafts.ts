import { writeRows } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts that were deleted before ids were kept: of those that the change record still tells of. */
export class KeepIdsOfDeletedDrafts1790000000193 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await writeRows(runner, {
      tables: ['changes', 'deleted_rows', 'hazards'],
      statements: `
        INSERT INTO deleted_rows (company_id, resource, id, deleted_by_user_id)
        SELECT DISTINCT ON (c.id) c.company_id, c.resource, c.id, c.actor_user_id
        FROM changes AS c
        WHERE c.company_id = company AND c.resource = 'hazards' AND c.operation = 'deleted'
          AND NOT EXISTS (SELECT FROM hazards AS h WHERE h.company_id = c.company_id AND h.id = c.id)
        ORDER BY c.id, c.number DESC
        ON CONFLICT DO NOTHING`,
    });
  }

  /** The table goes with the migration that has made it. */
  async down(): Promise<void> {}
}
