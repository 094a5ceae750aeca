import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A poll for changes tells those who knew a submission that its author has withdrawn it. */
export class TellWithdrawals1790000000196 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hazards ADD COLUMN withdrawn jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hazards DROP COLUMN withdrawn');
  }
}
