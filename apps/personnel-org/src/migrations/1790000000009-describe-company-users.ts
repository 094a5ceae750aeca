import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users of a company as they are picked: their names, and where their roles count. Older rows have no
 * name until accounts tells of their users again. The view gives them the columns of a resource, and the
 * person who signs in.
 */
export class DescribeCompanyUsers1790000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE company_users
        ADD COLUMN display_name text NOT NULL DEFAULT '',
        ADD COLUMN email text NOT NULL DEFAULT '',
        ADD COLUMN active boolean NOT NULL DEFAULT true,
        ADD COLUMN assignments jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD COLUMN modified_at timestamptz(3) NOT NULL DEFAULT now();
      CREATE INDEX company_users_name_idx ON company_users (company_id, display_name, user_id);
      CREATE INDEX company_users_modified_at_idx ON company_users (company_id, modified_at, user_id);

      CREATE VIEW users WITH (security_invoker = true) AS
      SELECT u.company_id, u.user_id AS id, u.version, u.created_at, NULL::uuid AS created_by_user_id,
        u.modified_at, NULL::uuid AS modified_by_user_id, NOT u.belongs AS archived,
        CASE WHEN NOT u.belongs THEN u.modified_at END AS archived_at, NULL::uuid AS archived_by_user_id,
        NULL::text AS external_id, '{}'::jsonb AS custom_fields,
        u.display_name, u.email, u.active, u.assignments, p.id AS personnel_id
      FROM company_users AS u
      LEFT JOIN personnel AS p ON p.company_id = u.company_id AND p.user_id = u.user_id AND p.archived_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW users;
      DROP INDEX company_users_name_idx, company_users_modified_at_idx;
      ALTER TABLE company_users DROP COLUMN display_name, DROP COLUMN email, DROP COLUMN active,
        DROP COLUMN assignments, DROP COLUMN created_at, DROP COLUMN modified_at;
    `);
  }
}
