import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table takes no sensitive member in plain text. The preparation of 0.1.0 has added the constraint, so it
 * is added to new databases alone, which hold nobody whom a lock keeps waiting.
 */
export class KeepPlainMembersOut1790000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF NOT EXISTS (
          SELECT FROM pg_constraint WHERE conrelid = 'personnel'::regclass AND conname = 'personnel_sealed_check'
        ) THEN
          ALTER TABLE personnel ADD CONSTRAINT personnel_sealed_check
            CHECK (date_of_birth IS NULL AND sex IS NULL AND address IS NULL);
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personnel DROP CONSTRAINT personnel_sealed_check');
  }
}
