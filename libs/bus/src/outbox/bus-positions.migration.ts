import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The position up to which the service has applied each stream of others. No tenancy policy: it holds names
 * and ids of Redis only.
 */
export class CreateBusPositions1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bus_positions (
        stream text PRIMARY KEY,
        entry_id text NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bus_positions');
  }
}
