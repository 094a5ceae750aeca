import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a user's address last changed: a confirmation that comes late does not take the place of a later one.
 */
export class OrderConfirmedAddresses1790000005200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN email_changed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN email_changed_at');
  }
}
