import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The org structures of associates decide who may name them. Until an associate is published again none are
 * known here, and roles of the whole company alone may.
 */
export class PlaceAssociates1790000000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE associates ADD COLUMN org_structure_ids uuid[] NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE associates DROP COLUMN org_structure_ids');
  }
}
