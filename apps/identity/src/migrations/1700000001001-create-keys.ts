import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of the service itself. No tenancy policy: they belong to no company. */
export class CreateKeys1700000001001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE keys (
        id text PRIMARY KEY,
        purpose text NOT NULL CHECK (purpose IN ('access-token', 'id-token', 'cookie')),
        secret text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN keys.secret IS 'A private JWK or a cookie key, encrypted with KEY_ENCRYPTION_KEY';
      CREATE INDEX keys_purpose_idx ON keys (purpose, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE keys');
  }
}
