import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Read models of places and people, which personnel-org owns. Rows are never removed, only
 * archived.
 */
export class CreateReadModels1790000000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE org_structures (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        name text NOT NULL,
        path text NOT NULL,
        path_ids uuid[] NOT NULL,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      CREATE INDEX org_structures_path_ids_idx ON org_structures USING gin (path_ids);
      ${tenantPolicySql('org_structures')}

      CREATE TABLE personnel (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        display_name text NOT NULL,
        user_id uuid,
        org_structure_id uuid,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      CREATE INDEX personnel_user_id_idx ON personnel (company_id, user_id);
      ${tenantPolicySql('personnel')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE org_structures, personnel');
  }
}
