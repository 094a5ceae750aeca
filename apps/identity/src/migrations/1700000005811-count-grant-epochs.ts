import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All grants of a client end with one write: of its own row. */
export class CountGrantEpochs1700000005811 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients ADD COLUMN grant_epoch integer NOT NULL DEFAULT 0;
      ALTER TABLE grants ADD COLUMN epoch integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN clients.grant_epoch IS 'Raised when all its grants end: those of an earlier epoch count no more';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE grants DROP COLUMN epoch; ALTER TABLE clients DROP COLUMN grant_epoch');
  }
}
