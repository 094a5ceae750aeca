import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The org structure that a user begins with has a version for the change record. A row without one stays, so
 * that its versions go on.
 */
export class RecordDefaultOrgStructures1790000000095 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE default_org_structures
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ALTER COLUMN org_structure_id DROP NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE default_org_structures NO FORCE ROW LEVEL SECURITY;
      DELETE FROM default_org_structures WHERE org_structure_id IS NULL;
      ALTER TABLE default_org_structures FORCE ROW LEVEL SECURITY;
      ALTER TABLE default_org_structures
        ALTER COLUMN org_structure_id SET NOT NULL,
        DROP COLUMN version;
    `);
  }
}
