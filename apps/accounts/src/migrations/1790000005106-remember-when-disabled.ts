import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The version of a user that was disabled last, for readers that see a later version first: they would not
 * know that the user was disabled in between.
 */
export class RememberWhenDisabled1790000005106 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN last_disabled_version integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN last_disabled_version');
  }
}
