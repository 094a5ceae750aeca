import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Read models of org structures, people and companies, which other services own. Rows are never
 * removed, only archived. `applied_at` says when a standing may have changed because of the row.
 */
export class CreateReadModels1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE org_structures (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        item_id uuid,
        name text NOT NULL,
        path text NOT NULL,
        path_ids uuid[] NOT NULL,
        archived boolean NOT NULL,
        applied_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, id)
      );
      CREATE INDEX org_structures_path_ids_idx ON org_structures USING gin (path_ids);
      CREATE INDEX org_structures_item_id_idx ON org_structures (company_id, item_id);
      ${tenantPolicySql('org_structures')}

      CREATE TABLE personnel (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        display_name text NOT NULL,
        user_id uuid,
        org_structure_id uuid,
        job_title text,
        employment_status text,
        line_manager_id uuid,
        archived boolean NOT NULL,
        applied_at timestamptz(3) NOT NULL DEFAULT now(),
        -- The half of the id of each standing of the person.
        standing_key text NOT NULL GENERATED ALWAYS AS (left(encode(sha256(uuid_send(id)), 'hex'), 15)) STORED,
        PRIMARY KEY (company_id, id)
      );
      CREATE INDEX personnel_name_idx ON personnel (company_id, display_name, id);
      CREATE INDEX personnel_place_idx ON personnel (company_id, org_structure_id);
      CREATE INDEX personnel_line_manager_idx ON personnel (company_id, line_manager_id);
      CREATE INDEX personnel_standing_key_idx ON personnel (company_id, standing_key);
      ${tenantPolicySql('personnel')}

      CREATE TABLE associates (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        org_structure_ids uuid[] NOT NULL,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('associates')}

      CREATE TABLE companies (
        company_id uuid NOT NULL PRIMARY KEY,
        version integer NOT NULL,
        time_zone text NOT NULL
      );
      ${tenantPolicySql('companies')}

      CREATE TABLE items (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        name text NOT NULL,
        archived boolean NOT NULL,
        applied_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('items')}

      CREATE TABLE item_requirements (
        company_id uuid NOT NULL,
        item_id uuid NOT NULL,
        course_id uuid NOT NULL,
        mandatory boolean NOT NULL,
        -- In lower case; none means everybody.
        job_titles text[] NOT NULL,
        grace_days integer NOT NULL,
        effective_from date NOT NULL,
        PRIMARY KEY (company_id, item_id, course_id),
        FOREIGN KEY (company_id, item_id) REFERENCES items (company_id, id)
      );
      CREATE INDEX item_requirements_course_idx ON item_requirements (company_id, course_id);
      ${tenantPolicySql('item_requirements')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE item_requirements, items, companies, associates, personnel, org_structures',
    );
  }
}
