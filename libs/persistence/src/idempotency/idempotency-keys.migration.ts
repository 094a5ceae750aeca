import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '../create-tenant-table.js';

/**
 * Stored answers of requests with an `Idempotency-Key`; a row may be removed by anyone once it has expired.
 */
export class CreateIdempotencyKeys1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        company_id uuid NOT NULL,
        digest bytea NOT NULL,
        fingerprint bytea NOT NULL,
        status smallint NOT NULL,
        headers jsonb NOT NULL,
        body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, digest)
      );
      CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
      ${tenantPolicySql('idempotency_keys')}
      CREATE POLICY expired_read ON idempotency_keys FOR SELECT USING (created_at < now() - interval '24 hours');
      CREATE POLICY expired_delete ON idempotency_keys FOR DELETE USING (created_at < now() - interval '24 hours');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
