import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose a client was, for as long as records of it are kept; the operator, who sees all of them, needs no
 * such row.
 */
export class KeepDeletedClients1700000001601 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_clients (
        id text PRIMARY KEY,
        company_id uuid NOT NULL,
        name text NOT NULL,
        deleted_at timestamptz NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN deleted_clients.company_id IS 'Whose administrators managed it when it was deleted';
      CREATE INDEX deleted_clients_company_idx ON deleted_clients (company_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_clients');
  }
}
