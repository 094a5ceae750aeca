import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are in sight before the first record of their work history counts. */
export class SeePeopleEarly1790000000096 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personnel ADD COLUMN place_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personnel DROP COLUMN place_id');
  }
}
