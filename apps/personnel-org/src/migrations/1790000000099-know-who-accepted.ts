import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Nobody is offered as an approver who never came. Users count as accepted until accounts tells of them
 * again.
 */
export class KnowWhoAccepted1790000000099 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE company_users ADD COLUMN accepted boolean NOT NULL DEFAULT true;
      ${usersSql('CREATE OR REPLACE', ', u.accepted')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW users;
      ${usersSql('CREATE', '')}
      ALTER TABLE company_users DROP COLUMN accepted;
    `);
  }
}

const usersSql = (create: string, further: string): string => `
  ${create} VIEW users WITH (security_invoker = true) AS
  SELECT u.company_id, u.id, u.version, u.created_at, NULL::uuid AS created_by_user_id,
    u.modified_at, NULL::uuid AS modified_by_user_id, u.archived,
    CASE WHEN NOT u.belongs THEN u.modified_at END AS archived_at, NULL::uuid AS archived_by_user_id,
    NULL::text AS external_id, '{}'::jsonb AS custom_fields,
    u.display_name, u.email, u.active, u.assignments, p.id AS personnel_id, u.role_keys${further}
  FROM company_users AS u
  LEFT JOIN personnel AS p ON p.company_id = u.company_id AND p.user_id = u.user_id AND p.archived_at IS NULL;`;
