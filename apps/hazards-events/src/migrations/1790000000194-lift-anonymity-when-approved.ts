import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A revision that names its reporter again stays anonymous until it is approved. */
export class LiftAnonymityWhenApproved1790000000194 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hazards ADD COLUMN lifts_anonymity boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hazards DROP COLUMN lifts_anonymity');
  }
}
