import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The messages of a change carry what other systems keep for its trace, as other messages do. */
export class KeepTraceStateOfUsers1790000005197 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users_to_tell ADD COLUMN tracestate text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users_to_tell DROP COLUMN tracestate');
  }
}
