import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sessions of a company are shortened some users at a time, from where it was left off. */
export class ShortenSessionsInParts1700000005821 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE session_limits ADD COLUMN shortened_to uuid;
      COMMENT ON COLUMN session_limits.shortened_to IS 'The sessions of users with greater ids are not shortened yet; null: all are';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session_limits DROP COLUMN shortened_to');
  }
}
