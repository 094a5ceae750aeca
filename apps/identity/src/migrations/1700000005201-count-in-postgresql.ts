import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All limits are counted here. Free room in each page lets an update stay in its page. */
export class CountInPostgresql1700000005201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE counters SET (fillfactor = 50);
      COMMENT ON TABLE counters IS 'What is limited. Unlogged: losing it in a crash costs one window';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE counters RESET (fillfactor);
      COMMENT ON TABLE counters IS 'While Redis is away. Unlogged: losing it costs one window';
    `);
  }
}
