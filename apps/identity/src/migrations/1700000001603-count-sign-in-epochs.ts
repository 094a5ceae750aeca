import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A new epoch begins with everything that signs a user out everywhere: what was proven before counts for
 * nothing.
 */
export class CountSignInEpochs1700000001603 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN sign_in_epoch integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN sign_in_epoch');
  }
}
