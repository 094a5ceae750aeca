import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages waiting to be published. No tenancy policy: the relay publishes for all companies, and no request
 * reads it.
 */
export class CreateOutbox1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        envelope jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz
      );
      CREATE INDEX outbox_waiting_idx ON outbox (id) WHERE published_at IS NULL;
      CREATE INDEX outbox_published_idx ON outbox (published_at) WHERE published_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}
