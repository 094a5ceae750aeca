import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gateways ask for what is new since a transaction. One row stands for all tokens of a subject at a client
 * that ends too many of them one by one.
 */
export class PageRevocations1700000005610 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE revocations
        ADD COLUMN transaction_id xid8 NOT NULL DEFAULT '0',
        DROP CONSTRAINT revocations_kind_check,
        ADD CONSTRAINT revocations_kind_check
          CHECK (kind IN ('sid', 'grantId', 'userId', 'jti', 'clientId', 'subAtClient'));
      ALTER TABLE revocations ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
      CREATE INDEX revocations_transaction_idx ON revocations (transaction_id, id);
      CREATE UNIQUE INDEX revocations_sub_at_client_key ON revocations (subject) WHERE kind = 'subAtClient';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM revocations WHERE kind = 'subAtClient';
      DROP INDEX revocations_sub_at_client_key;
      ALTER TABLE revocations
        DROP COLUMN transaction_id,
        DROP CONSTRAINT revocations_kind_check,
        ADD CONSTRAINT revocations_kind_check CHECK (kind IN ('sid', 'grantId', 'userId', 'jti', 'clientId'));
    `);
  }
}
