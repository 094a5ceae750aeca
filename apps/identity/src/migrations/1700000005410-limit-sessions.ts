import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Companies demand lifetimes of the sessions of their users, and wait for users whom they have invited. */
export class LimitSessions1700000005410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE session_limits (
        company_id uuid PRIMARY KEY,
        version integer NOT NULL,
        seconds integer
      );
      COMMENT ON COLUMN session_limits.seconds IS 'Since the sign-in; null: the company demands nothing';
      CREATE TABLE pending_invitations (
        user_id uuid NOT NULL,
        company_id uuid NOT NULL,
        PRIMARY KEY (user_id, company_id)
      );
      COMMENT ON TABLE pending_invitations IS 'Companies to tell when the user signs in';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pending_invitations, session_limits');
  }
}
