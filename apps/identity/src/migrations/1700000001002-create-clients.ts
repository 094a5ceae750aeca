import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API clients. No tenancy policy: a client works for users of any company. */
export class CreateClients1700000001002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE clients (
        id text PRIMARY KEY,
        name text NOT NULL,
        confidential boolean NOT NULL,
        grant_types text[] NOT NULL,
        scopes text[] NOT NULL,
        redirect_uris text[] NOT NULL DEFAULT '{}',
        post_logout_redirect_uris text[] NOT NULL DEFAULT '{}',
        logout_uri text,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE client_secrets (
        client_id text NOT NULL REFERENCES clients ON DELETE CASCADE,
        slot smallint NOT NULL CHECK (slot IN (1, 2)),
        sha256 bytea NOT NULL,
        expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (client_id, slot)
      );
      COMMENT ON TABLE client_secrets IS 'Two secrets live at once, so that a new one can be rolled out before the old one ends';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_secrets; DROP TABLE clients');
  }
}
