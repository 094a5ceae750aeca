import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nobody who has left is given anything to do. */
export class KnowWhoLeft1790000000204 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personnel ADD COLUMN employment_status text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personnel DROP COLUMN employment_status');
  }
}
