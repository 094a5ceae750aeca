import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['changes', 'deleted_rows', 'hazards'];

/** Drafts that were deleted before ids were kept: of those that the change record still tells of. */
export class KeepIdsOfDeletedDrafts1790000000193 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      INSERT INTO deleted_rows (company_id, resource, id, deleted_by_user_id)
      SELECT DISTINCT ON (c.company_id, c.id) c.company_id, c.resource, c.id, c.actor_user_id
      FROM changes AS c
      WHERE c.resource = 'hazards' AND c.operation = 'deleted'
        AND NOT EXISTS (SELECT FROM hazards AS h WHERE h.company_id = c.company_id AND h.id = c.id)
      ORDER BY c.company_id, c.id, c.number DESC`);
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  }

  /** The table goes with the migration that has made it. */
  async down(): Promise<void> {}
}
