import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls are divided among owners. Rows of an earlier version of the service have none. */
export class AddOwnerOfLogoutDelivery1700000005202 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE logout_deliveries ADD COLUMN owner text;
      COMMENT ON COLUMN logout_deliveries.owner IS 'The company of the client, or the client itself';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE logout_deliveries DROP COLUMN owner');
  }
}
