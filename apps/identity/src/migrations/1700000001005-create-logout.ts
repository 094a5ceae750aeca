import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Logout calls to clients, and revocations for the gateway. No tenancy policy: sessions belong to no
 * company.
 */
export class CreateLogout1700000001005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revocations (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('sid', 'grantId', 'userId', 'jti')),
        subject text NOT NULL,
        issued_before timestamptz NOT NULL,
        until timestamptz NOT NULL
      );
      CREATE INDEX revocations_until_idx ON revocations (until);

      CREATE TABLE logout_deliveries (
        id uuid PRIMARY KEY,
        sid text NOT NULL,
        client_id text NOT NULL REFERENCES clients ON DELETE CASCADE,
        logout_uri text NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz DEFAULT now(),
        delivered_at timestamptz,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (sid, client_id)
      );
      COMMENT ON COLUMN logout_deliveries.next_attempt_at IS 'Null once it is delivered or given up';
      CREATE INDEX logout_deliveries_client_idx ON logout_deliveries (client_id);
      CREATE INDEX logout_deliveries_created_idx ON logout_deliveries (created_at);
      CREATE INDEX logout_deliveries_due_idx ON logout_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE logout_deliveries; DROP TABLE revocations');
  }
}
