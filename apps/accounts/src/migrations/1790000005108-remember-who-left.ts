import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The companies of a user that other services were told of, and the version of the user that left each one
 * last, for readers that see a later version first: they would not know that the user was out in between.
 */
export class RememberWhoLeft1790000005108 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN told_company_ids uuid[] NOT NULL DEFAULT '{}',
        ADD COLUMN left_versions jsonb NOT NULL DEFAULT '{}';
      SELECT set_config('app.operator', 'yes', true);
      UPDATE users SET told_company_ids = ARRAY(
        SELECT DISTINCT a.company_id FROM role_assignments AS a
        JOIN company_users AS m ON m.company_id = a.company_id AND m.id = a.user_id
        WHERE a.user_id = users.id AND a.archived_at IS NULL AND m.archived_at IS NULL AND m.status = 'active');
      SELECT set_config('app.operator', '', true);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN told_company_ids, DROP COLUMN left_versions');
  }
}
