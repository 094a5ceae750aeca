import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zones of users, for pages. */
export class KeepTimeZones1700000005880 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN time_zone text;
      COMMENT ON COLUMN users.time_zone IS 'IANA name; null: that of the company, or not told yet';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN time_zone');
  }
}
