import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The console calls APIs in the name of the user. Sessions of an earlier version have no tokens. */
export class KeepConsoleTokens1700000005401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE console_sessions ADD COLUMN tokens bytea;
      COMMENT ON COLUMN console_sessions.tokens IS 'Encrypted with the value of the cookie, which is not stored';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE console_sessions DROP COLUMN tokens');
  }
}
