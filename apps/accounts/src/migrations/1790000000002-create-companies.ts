import { tenantPolicySql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Companies with their settings, the roles of each, and who holds them where. A company's rows are written
 * inside the wall of that company; a user reads what the own assignments lead to, in all companies, and can
 * write none of it.
 */
export class CreateCompanies1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE companies (
        id uuid PRIMARY KEY,
        version integer NOT NULL DEFAULT 1,
        name text NOT NULL,
        legal_name text,
        country_code text NOT NULL,
        time_zone text NOT NULL,
        default_locale text NOT NULL,
        require_if_match boolean NOT NULL DEFAULT false,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
        is_demo boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE TABLE roles (
        company_id uuid NOT NULL REFERENCES companies (id),
        id uuid NOT NULL,
        name text NOT NULL,
        -- What a built-in role allows is in the code and grows with it; only a company's own role lists permissions.
        built_in text,
        permissions text[],
        CHECK (num_nonnulls(built_in, permissions) = 1),
        PRIMARY KEY (company_id, id)
      );
      CREATE UNIQUE INDEX roles_name_key ON roles (company_id, lower(name));
      CREATE TABLE role_assignments (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL REFERENCES users (id),
        role_id uuid NOT NULL,
        org_structure_ids uuid[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, id),
        FOREIGN KEY (company_id, role_id) REFERENCES roles (company_id, id)
      );
      CREATE INDEX role_assignments_user_idx ON role_assignments (user_id);
      ${tenantPolicySql('roles')}
      ${tenantPolicySql('role_assignments')}
      ALTER TABLE companies ENABLE ROW LEVEL SECURITY;
      ALTER TABLE companies FORCE ROW LEVEL SECURITY;
      CREATE POLICY company ON companies
        USING (id = NULLIF(current_setting('app.company_id', true), '')::uuid)
        WITH CHECK (id = NULLIF(current_setting('app.company_id', true), '')::uuid);
      CREATE POLICY own ON role_assignments FOR SELECT
        USING (user_id = NULLIF(current_setting('app.user_id', true), '')::uuid);
      CREATE POLICY of_own_companies ON companies FOR SELECT USING (EXISTS (
        SELECT FROM role_assignments AS a
        WHERE a.company_id = companies.id AND a.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid));
      CREATE POLICY of_own_assignments ON roles FOR SELECT USING (EXISTS (
        SELECT FROM role_assignments AS a
        WHERE a.company_id = roles.company_id AND a.role_id = roles.id
          AND a.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE role_assignments, roles, companies');
  }
}
