import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How long sessions of a company's users live, and when a user has accepted the newest invitation. Identity
 * did not tell of earlier ones: they count as accepted.
 */
export class AddSessionsAndAcceptance1790000005105 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE companies ADD COLUMN session_lifetime_minutes integer CHECK (session_lifetime_minutes >= 5);
      ALTER TABLE company_users ADD COLUMN accepted_at timestamptz(3);
      SELECT set_config('app.operator', 'yes', true);
      UPDATE company_users SET accepted_at = invited_at;
      SELECT set_config('app.operator', '', true);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies DROP COLUMN session_lifetime_minutes');
    await runner.query('ALTER TABLE company_users DROP COLUMN accepted_at');
  }
}
