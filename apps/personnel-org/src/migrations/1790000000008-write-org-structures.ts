import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The legal name of an establishment is unique. Items keep the training that they require, which is a short
 * list that is written as a whole. Courses are a read model of what training says.
 */
export class WriteOrgStructures1790000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNIQUE INDEX org_structures_legal_name_key
        ON org_structures (company_id, lower(establishment ->> 'legalName'));
      CREATE INDEX org_structures_item_idx ON org_structures (company_id, item_id);
      CREATE INDEX org_structure_items_name_idx ON org_structure_items (company_id, name, id);
      ALTER TABLE org_structure_items ADD COLUMN training_required jsonb NOT NULL DEFAULT '[]';

      CREATE TABLE courses (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        code text NOT NULL,
        name text NOT NULL,
        status text NOT NULL,
        validity_months integer,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('courses')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE courses;
      ALTER TABLE org_structure_items DROP COLUMN training_required;
      DROP INDEX org_structures_legal_name_key, org_structures_item_idx, org_structure_items_name_idx;
    `);
  }
}
