import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The generation of what the service publishes. A restore raises it, since versions begin again from below.
 * No tenancy policy: it holds one number.
 */
export class CreateBusGeneration1700000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bus_generation (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        generation bigint NOT NULL
      );
      INSERT INTO bus_generation (generation) VALUES (0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bus_generation');
  }
}
