import { recordColumnsSql, tenantPolicySql, turnDaysSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Questions about administration come long after: the change record of accounts is kept for 400 days.
 */
const KEPT_DAYS = 400;

const CALLER = "NULLIF(current_setting('app.user_id', true), '')::uuid";
const CLIENT_COMPANY = "NULLIF(current_setting('app.client_company_id', true), '')::uuid";

const recordColumns = recordColumnsSql.split(',\n').map((column) => column.trim());

/** The columns of a record that a table of the first release does not have, in this order. */
const addRecordColumns = (table: string, columns: readonly string[]): string =>
  columns
    .map((name) => recordColumns.find((column) => column.startsWith(`${name} `)))
    .map((column) => `ALTER TABLE ${table} ADD COLUMN ${column};`)
    .join('\n');

const AUTHORS = [
  'created_by_user_id',
  'modified_by_user_id',
  'archived_at',
  'archived_by_user_id',
  'archived',
];
const INTEGRATION = ['external_id', 'custom_fields'];

/**
 * Administrators work inside the wall of their company. `company_users` says who belongs to it and how the
 * company calls them. A user sees the own rows of it. The e-mail address of somebody who is invited
 * (`app.invited_email`) shows that one user.
 */
export class AdministerCompanies1790000005102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // count is read: by a migration, which runs alone
    await runner.query(`
      ALTER TABLE users ADD COLUMN locale text, ADD COLUMN time_zone text;
      CREATE POLICY invited ON users FOR SELECT
        USING (lower(email) = NULLIF(current_setting('app.invited_email', true), ''));

      ${addRecordColumns('companies', [...AUTHORS, ...INTEGRATION])}
      ALTER TABLE companies
        ADD COLUMN company_id uuid NOT NULL GENERATED ALWAYS AS (id) STORED,
        ADD COLUMN allow_self_approval boolean NOT NULL DEFAULT false,
        ADD COLUMN default_approver_user_ids uuid[] NOT NULL DEFAULT '{}';

      ${addRecordColumns('roles', ['version', 'created_at', 'modified_at', ...AUTHORS, ...INTEGRATION])}
      ALTER TABLE roles ADD COLUMN description text;
      ALTER TABLE roles ADD CONSTRAINT roles_external_id_key UNIQUE (company_id, external_id);
      CREATE INDEX roles_modified_at_idx ON roles (company_id, modified_at, id);

      ${addRecordColumns('role_assignments', ['version', 'modified_at', ...AUTHORS, ...INTEGRATION])}
      ALTER TABLE role_assignments ADD CONSTRAINT role_assignments_external_id_key UNIQUE (company_id, external_id);
      CREATE INDEX role_assignments_modified_at_idx ON role_assignments (company_id, modified_at, id);
      CREATE INDEX role_assignments_role_idx ON role_assignments (company_id, role_id);
      DROP POLICY own ON role_assignments;
      CREATE POLICY own ON role_assignments FOR SELECT USING (archived_at IS NULL AND user_id = ${CALLER});

      CREATE TABLE company_users (
        ${recordColumnsSql},
        email text NOT NULL,
        given_name text NOT NULL,
        family_name text NOT NULL,
        display_name text NOT NULL GENERATED ALWAYS AS (given_name || ' ' || family_name) STORED,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
        -- Whether operators let the user sign in, copied from the user.
        can_sign_in boolean NOT NULL DEFAULT true,
        invited_at timestamptz(3),
        PRIMARY KEY (company_id, id),
        CONSTRAINT company_users_external_id_key UNIQUE (company_id, external_id),
        CONSTRAINT company_users_user_fkey FOREIGN KEY (id) REFERENCES users (id)
      );
      CREATE INDEX company_users_modified_at_idx ON company_users (company_id, modified_at, id);
      CREATE INDEX company_users_name_idx ON company_users (company_id, display_name, id);
      CREATE INDEX company_users_user_idx ON company_users (id);
      ${tenantPolicySql('company_users')}
      CREATE POLICY own ON company_users FOR SELECT USING (id = ${CALLER});
      CREATE POLICY of_client ON company_users AS RESTRICTIVE FOR SELECT
        USING (company_id = coalesce(${CLIENT_COMPANY}, company_id));
      CREATE POLICY operator ON company_users USING (current_setting('app.operator', true) = 'yes')
        WITH CHECK (current_setting('app.operator', true) = 'yes');

      CREATE TABLE org_structures (
        company_id uuid NOT NULL,
        id uuid NOT NULL,
        version integer NOT NULL,
        path text NOT NULL,
        path_ids uuid[] NOT NULL,
        archived boolean NOT NULL,
        PRIMARY KEY (company_id, id)
      );
      ${tenantPolicySql('org_structures')}

      SELECT set_config('app.operator', 'yes', true);
      INSERT INTO company_users (company_id, id, version, email, given_name, family_name, can_sign_in, created_at)
        SELECT a.company_id, u.id, u.version, u.email, u.given_name, u.family_name, u.disabled_at IS NULL,
          min(a.created_at)
        FROM role_assignments AS a JOIN users AS u ON u.id = a.user_id GROUP BY a.company_id, u.id;
      SELECT set_config('app.operator', '', true);
      ALTER TABLE role_assignments ADD CONSTRAINT role_assignments_company_user_fkey
        FOREIGN KEY (company_id, user_id) REFERENCES company_users (company_id, id);

      CREATE INDEX changes_changed_idx ON changes (company_id, changed_at, transaction_id, number);
      ${turnDaysSql(KEPT_DAYS)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${turnDaysSql(30)}
      DROP INDEX changes_changed_idx;
      ALTER TABLE role_assignments DROP CONSTRAINT role_assignments_company_user_fkey;
      DROP TABLE org_structures, company_users;
      DROP POLICY own ON role_assignments;
      CREATE POLICY own ON role_assignments FOR SELECT USING (user_id = ${CALLER});
      DROP POLICY invited ON users;
      ALTER TABLE users DROP COLUMN locale, DROP COLUMN time_zone;
    `);
  }
}
