import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A write of a session knows by the version whether another request has changed it since it was read. */
export class VersionSessions1700000005001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN version integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN version');
  }
}
