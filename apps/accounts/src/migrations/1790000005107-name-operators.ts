import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail of a company says of a change that an operator made it, at the command line. */
export class NameOperators1790000005107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE changes ADD COLUMN by_operator boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE changes DROP COLUMN by_operator');
  }
}
